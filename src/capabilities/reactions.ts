import { reactTo, type Reactions } from '../kernel/events.ts'
import { together } from '../platform/together.ts'
import { featureApproved, reviewSubmitted } from './features/approvals/approvals.events.ts'
import { evidenceAdded, evidenceVoided } from './features/evidence/evidence.events.ts'
import { featureAdvanced, featureCreated, featureSentBack, featureShipped, featureUpdated } from './features/features/features.events.ts'
import { afterImport } from './integrations/imports/store-remote-comments.ts'
import { unpublishNotesOf } from './knowledge/notes/require-note.ts'
import { startAnswered, startAssigned, startMentioned, startSentBack, stopRunsOf, taskReassigned } from './machines/runs/run-reactions.ts'
import { watchFeatureMentioned, watchItemMentioned } from './notices/watching/watch-mentioned.ts'
import { projectDeleted } from './projects/projects.events.ts'
import { proveBySync } from './repositories/evidence/after-sync.ts'
import { gatesChanged, taskChanged } from './repositories/evidence/want-gates-check.ts'
import { commentAdded, taskOfIssueChanged } from './repositories/issues/want-write.ts'
import { repositorySynced } from './repositories/repos/repos.events.ts'
import { agentStopped } from './sessions/control/agent-control.events.ts'
import { commentAnswered, commentCreated, commentUpdated } from './work/comments/comments.events.ts'
import { itemCreated, itemUpdated } from './work/items/work-items.events.ts'
import { importFinished } from './work/transfer/transfer.events.ts'

type Reaction = Reactions extends ReadonlyMap<string, infer One> ? One : never

/** Consequences of an event in areas above the one that emits it, applied in the same transaction. */
export const reactions: Reactions = new Map<string, Reaction>([
  reactTo(projectDeleted, (ctx, { project }) => unpublishNotesOf(ctx, project.id)),
  reactTo(repositorySynced, proveBySync),
  // Anything that a gate depends on may open or close it.
  reactTo(featureUpdated, gatesChanged),
  reactTo(featureAdvanced, gatesChanged),
  reactTo(featureSentBack, async (ctx, data) => {
    await gatesChanged(ctx, data)
    await startSentBack(ctx, data)
  }),
  reactTo(featureShipped, gatesChanged),
  reactTo(featureApproved, gatesChanged),
  reactTo(reviewSubmitted, gatesChanged),
  reactTo(featureCreated, watchFeatureMentioned),
  reactTo(evidenceAdded, gatesChanged),
  reactTo(evidenceVoided, gatesChanged),
  reactTo(itemUpdated.task, async (outer, data) => {
    const ctx = together(outer)
    await Promise.all([taskChanged(ctx, data), taskOfIssueChanged(ctx, data), taskReassigned(ctx, data)])
  }),
  reactTo(itemCreated.task, startAssigned),
  reactTo(commentCreated, async (outer, data) => {
    const ctx = together(outer)
    await Promise.all([commentAdded(ctx, data), startMentioned(ctx, data), watchItemMentioned(ctx, data)])
  }),
  reactTo(commentUpdated, watchItemMentioned),
  reactTo(commentAnswered, startAnswered),
  reactTo(agentStopped, stopRunsOf),
  reactTo(importFinished, afterImport),
])
