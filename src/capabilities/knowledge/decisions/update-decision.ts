import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { linkByNames } from '../../links/link-by-names.ts'
import { changedFields } from '../../changed-fields.ts'
import { changeDecision, requireVersion, type Changes } from './change-decision.ts'
import * as contracts from './decisions.contract.ts'
import type { DecisionRow } from './decisions.queries.ts'
import { discuss, decidedNow } from './discuss.ts'
import { keepReferencesOf } from './references.ts'
import { lockDecisions, requireDecision } from './require-decision.ts'
import { supersede } from './supersede.ts'

export const updateDecision = implement(contracts.updateDecision, async (outer, input) => {
  const ctx = together(outer)
  const { decision: name, say, supersedes = [], links, version, ...wanted } = input
  const [found, ...others] = await Promise.all([
    requireDecision(ctx, name, 'write'),
    ...[...new Set(supersedes)].map((one) => requireDecision(ctx, one, 'write')),
  ])
  const [before = found, ...earlier] = await lockDecisions(ctx, [found, ...others], 'write')
  requireVersion(before, version)
  requireOpen(before, wanted)
  const after = await changeDecision(ctx, before, { ...wanted, ...verdict(ctx, before, wanted.status) })
  await supersede(ctx, after, earlier)
  if (after.version !== before.version) keepReferencesOf(ctx, after, false)
  if (links) await linkByNames(ctx, { kind: 'decision', id: after.id }, links, after.project_id)
  if (say !== undefined) await discuss(ctx, after, say)
  return after
})

const words = new Set<keyof Changes>(['title', 'context', 'rationale', 'alternatives', 'status'])

/** The wording of a decision is final once it is decided; an outcome that wasn't known yet may still be recorded, once. */
function requireOpen(before: DecisionRow, wanted: Changes): void {
  if (before.status === 'proposed') return
  const fixed = changedFields(before, wanted).filter((field) => words.has(field) || (field === 'outcome' && before.outcome !== ''))
  if (fixed.length === 0) return
  throw new Refusal(
    'conflict',
    `${before.ref} is ${before.status}, so its ${fixed.join(', ')} cannot change. ${before.status === 'superseded' ? 'Add to the discussion with say, or log a new decision that supersedes its successor.' : 'Add to the discussion with say, or log a decision that supersedes it.'}`,
  )
}

const verdict = (ctx: Context, before: DecisionRow, status: string | undefined): Changes =>
  before.status === 'proposed' && status !== undefined && status !== 'proposed' ? decidedNow(ctx) : {}
