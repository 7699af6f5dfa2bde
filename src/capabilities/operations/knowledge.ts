import { getActivity } from '../activity/get-activity.ts'
import { listActivities } from '../activity/list-activities.ts'
import { logActivity } from '../activity/log-activity.ts'
import { confirmAgent } from '../agents/confirm-agent.ts'
import { createAgent } from '../agents/create-agent.ts'
import { deleteAgent } from '../agents/delete-agent.ts'
import { enrolAgent } from '../agents/enrol-agent.ts'
import { findTokenAgent } from '../agents/find-token-agent.ts'
import { getAgent } from '../agents/get-agent.ts'
import { getPublicAgent } from '../agents/get-public-agent.ts'
import { listAgents } from '../agents/list-agents.ts'
import { listTeamAgents } from '../agents/list-team-agents.ts'
import { publishAgent } from '../agents/publish-agent.ts'
import { releaseAgentLeases } from '../agents/release-agent-leases.ts'
import { restoreAgent } from '../agents/restore-agent.ts'
import { unpublishAgent } from '../agents/unpublish-agent.ts'
import { updateAgent } from '../agents/update-agent.ts'
import { addDecisionEntry } from '../decisions/add-decision-entry.ts'
import { deleteDecision } from '../decisions/delete-decision.ts'
import { getDecision } from '../decisions/get-decision.ts'
import { listDecisionEntries } from '../decisions/list-decision-entries.ts'
import { listDecisions } from '../decisions/list-decisions.ts'
import { listGoverningDecisions } from '../decisions/list-governing-decisions.ts'
import { logDecision } from '../decisions/log-decision.ts'
import { restoreDecision } from '../decisions/restore-decision.ts'
import { updateDecision } from '../decisions/update-decision.ts'
import { createNote } from '../notes/create-note.ts'
import { deleteNote } from '../notes/delete-note.ts'
import { getNote } from '../notes/get-note.ts'
import { getPublicNote } from '../notes/get-public-note.ts'
import { listNotes } from '../notes/list-notes.ts'
import { publishNote } from '../notes/publish-note.ts'
import { restoreNote } from '../notes/restore-note.ts'
import { unpublishNote } from '../notes/unpublish-note.ts'
import { updateNote } from '../notes/update-note.ts'
import { embedDocuments } from '../search/embed-documents.ts'
import { listSuggestions } from '../search/list-suggestions.ts'
import { queueDocumentEmbeddings } from '../search/queue-document-embeddings.ts'
import { searchPublic } from '../search/search-public.ts'
import { searchWithAi } from '../search/search-with-ai.ts'
import { search } from '../search/search.ts'
import { addSkillVersion } from '../skills/add-skill-version.ts'
import { copySkill } from '../skills/copy-skill.ts'
import { createSkill } from '../skills/create-skill.ts'
import { deleteSkill } from '../skills/delete-skill.ts'
import { getPublicSkill } from '../skills/get-public-skill.ts'
import { getSkillVersion } from '../skills/get-skill-version.ts'
import { getSkill } from '../skills/get-skill.ts'
import { listSkillVersions } from '../skills/list-skill-versions.ts'
import { listSkills } from '../skills/list-skills.ts'
import { listTeamSkills } from '../skills/list-team-skills.ts'
import { restoreSkillVersion } from '../skills/restore-skill-version.ts'
import { restoreSkill } from '../skills/restore-skill.ts'
import { updateSkill } from '../skills/update-skill.ts'
import { addSpecVersion } from '../specs/add-spec-version.ts'
import { compareSpec } from '../specs/compare-spec.ts'
import { createSpec } from '../specs/create-spec.ts'
import { deleteSpec } from '../specs/delete-spec.ts'
import { getSpec } from '../specs/get-spec.ts'
import { listSpecVersions } from '../specs/list-spec-versions.ts'
import { listSpecs } from '../specs/list-specs.ts'
import { restoreSpec } from '../specs/restore-spec.ts'
import { updateSpec } from '../specs/update-spec.ts'

export const knowledge = {
  getActivity,
  listActivities,
  logActivity,
  confirmAgent,
  createAgent,
  deleteAgent,
  enrolAgent,
  findTokenAgent,
  getAgent,
  getPublicAgent,
  listAgents,
  listTeamAgents,
  publishAgent,
  releaseAgentLeases,
  restoreAgent,
  unpublishAgent,
  updateAgent,
  addDecisionEntry,
  deleteDecision,
  getDecision,
  listDecisionEntries,
  listDecisions,
  listGoverningDecisions,
  logDecision,
  restoreDecision,
  updateDecision,
  createNote,
  deleteNote,
  getNote,
  getPublicNote,
  listNotes,
  publishNote,
  restoreNote,
  unpublishNote,
  updateNote,
  embedDocuments,
  listSuggestions,
  queueDocumentEmbeddings,
  searchPublic,
  searchWithAi,
  search,
  addSkillVersion,
  copySkill,
  createSkill,
  deleteSkill,
  getPublicSkill,
  getSkillVersion,
  getSkill,
  listSkillVersions,
  listSkills,
  listTeamSkills,
  restoreSkillVersion,
  restoreSkill,
  updateSkill,
  addSpecVersion,
  compareSpec,
  createSpec,
  deleteSpec,
  getSpec,
  listSpecVersions,
  listSpecs,
  restoreSpec,
  updateSpec,
}
