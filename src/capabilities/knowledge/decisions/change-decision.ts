import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { changedFields } from '../../changed-fields.ts'
import { decisionDeleted, decisionRestored, decisionUpdated } from './decisions.events.ts'
import { updateDecision, type DecisionRow } from './decisions.queries.ts'
import { toLine } from './require-decision.ts'

export type Changes = Partial<Omit<DecisionRow, 'id' | 'ref' | 'project_id' | 'version' | 'created_at' | 'updated_at'>>

export function requireVersion(decision: DecisionRow, version: number | undefined): void {
  if (version === undefined || version === decision.version) return
  throw new Refusal(
    'stale_version',
    `Someone changed ${decision.ref} in the meantime; it is at version ${decision.version}. Read it again and repeat.`,
  )
}

/** Stores the given fields of a locked decision. The event about being superseded is emitted by whoever supersedes it. */
export async function changeDecision(ctx: Context, before: DecisionRow, wanted: Changes): Promise<DecisionRow> {
  const changed = changedFields(before, wanted)
  ctx.target(before.id)
  if (changed.length === 0) return before
  const named = Object.fromEntries(changed.map((field) => [field, wanted[field]]))
  const after: DecisionRow = { ...before, ...named, updated_at: ctx.clock.now().toISOString(), version: before.version + 1 }
  await ctx.tx.rows(updateDecision, { ...after, org: ctx.org, alternatives: JSON.stringify(after.alternatives) })
  const decision = toLine(after)
  if (changed.includes('deleted_at')) ctx.emit(after.deleted_at ? decisionDeleted : decisionRestored, { decision })
  else if (!changed.includes('superseded_by')) ctx.emit(decisionUpdated, { decision, changed })
  return after
}
