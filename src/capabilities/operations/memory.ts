import { resumeAgent } from '../agent-control/resume-agent.ts'
import { endPause } from '../agent-control/end-pause.ts'
import { pauseAgent } from '../agent-control/pause-agent.ts'
import { stopAgent } from '../agent-control/stop-agent.ts'
import { takeNotices } from '../agent-notices/take-notices.ts'
import { listAgentsAtWork } from '../agents-at-work/list-agents-at-work.ts'
import { lookForStuckAgents } from '../agents-at-work/look-for-stuck-agents.ts'
import { noticeStuckAgents } from '../agents-at-work/notice-stuck-agents.ts'
import { recordConfirmationAnswer } from '../confirmations/record-confirmation-answer.ts'
import { getSessionContext } from '../context-pack/get-session-context.ts'
import { resumeSession } from '../context-pack/resume-session.ts'
import { searchKnowledge } from '../knowledge-search/search-knowledge.ts'
import { leaveConnection } from '../instances/leave-connection.ts'
import { clearMemory } from '../memory/clearings/clear-memory.ts'
import { continueClearing } from '../memory/clearings/continue-clearing.ts'
import { deleteMemory } from '../memory/delete-memory.ts'
import { getMemory } from '../memory/get-memory.ts'
import { listMemories } from '../memory/list-memories.ts'
import { listMemoryClearings } from '../memory/clearings/list-memory-clearings.ts'
import { restoreMemories } from '../memory/clearings/restore-memories.ts'
import { restoreMemory } from '../memory/restore-memory.ts'
import { storeMemories } from '../memory/store-memories.ts'
import { storeMemory } from '../memory/store-memory.ts'
import { supersedeMemory } from '../memory/supersede-memory.ts'
import { updateMemory } from '../memory/update-memory.ts'
import { flagMemory } from '../memory-reviews/flag-memory.ts'
import { listMemoryReviews } from '../memory-reviews/list-memory-reviews.ts'
import { resolveMemoryReview } from '../memory-reviews/resolve-memory-review.ts'
import { searchMemory } from '../memory-search/search-memory.ts'
import { adoptEmbeddingModel } from '../memory-vectors/adopt-embedding-model.ts'
import { embedMemories } from '../memory-vectors/embed-memories.ts'
import { getAgentMemoryMap } from '../memory-vectors/get-agent-memory-map.ts'
import { getMemoryMap } from '../memory-vectors/get-memory-map.ts'
import { placeMemories } from '../memory-vectors/place-memories.ts'
import { queueEmbeddings } from '../memory-vectors/queue-embeddings.ts'
import { askRelease } from '../session-hints/ask-release.ts'
import { listReleaseRequests } from '../session-hints/list-release-requests.ts'
import { listSessionHints } from '../session-hints/list-session-hints.ts'
import { sendHint } from '../session-hints/send-hint.ts'
import { takeHints } from '../session-hints/take-hints.ts'
import { checkpointSession } from '../sessions/checkpoint-session.ts'
import { createSession } from '../sessions/create-session.ts'
import { endSession } from '../sessions/end-session.ts'
import { getSession } from '../sessions/get-session.ts'
import { listCheckpoints } from '../sessions/list-checkpoints.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { loseSession } from '../sessions/lose-session.ts'
import { getLastCalls } from '../tool-telemetry/get-last-calls.ts'
import { getToolTelemetry } from '../tool-telemetry/get-tool-telemetry.ts'
import { listSessionCalls } from '../tool-telemetry/list-session-calls.ts'
import { recordToolCalls } from '../tool-telemetry/record-tool-calls.ts'
import { getAgentBudget } from '../usage/get-agent-budget.ts'
import { getUsage } from '../usage/get-usage.ts'
import { setAgentBudget } from '../usage/set-agent-budget.ts'

export const memory = {
  resumeAgent,
  stopAgent,
  pauseAgent,
  endPause,
  leaveConnection,
  takeNotices,
  listAgentsAtWork,
  lookForStuckAgents,
  noticeStuckAgents,
  recordConfirmationAnswer,
  getSessionContext,
  resumeSession,
  clearMemory,
  continueClearing,
  deleteMemory,
  getMemory,
  listMemories,
  listMemoryClearings,
  restoreMemories,
  restoreMemory,
  storeMemories,
  storeMemory,
  supersedeMemory,
  updateMemory,
  flagMemory,
  listMemoryReviews,
  resolveMemoryReview,
  searchKnowledge,
  searchMemory,
  adoptEmbeddingModel,
  embedMemories,
  getAgentMemoryMap,
  getMemoryMap,
  placeMemories,
  queueEmbeddings,
  askRelease,
  listReleaseRequests,
  listSessionHints,
  sendHint,
  takeHints,
  checkpointSession,
  createSession,
  endSession,
  getSession,
  listCheckpoints,
  listSessions,
  loseSession,
  getLastCalls,
  getToolTelemetry,
  listSessionCalls,
  recordToolCalls,
  getAgentBudget,
  getUsage,
  setAgentBudget,
}
