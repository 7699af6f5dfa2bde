import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { changeDecision } from './change-decision.ts'
import { decisionSuperseded } from './decisions.events.ts'
import type { DecisionRow } from './decisions.queries.ts'
import { toLine } from './require-decision.ts'

type Later = Pick<DecisionRow, 'id' | 'ref' | 'status' | 'project_id'>

/**
 * Replaces earlier decisions, whose rows are locked, with another one. Both must be in force, so each decision in a chain has
 * one successor and the chain never becomes a cycle.
 */
export async function supersede(ctx: Context, later: Later, earlier: readonly DecisionRow[]): Promise<void> {
  for (const one of earlier.filter(({ superseded_by }) => superseded_by !== later.id)) {
    requireInForce(later, one)
    requireScope(later, one)
    const decision = await changeDecision(ctx, one, { status: 'superseded', superseded_by: later.id })
    ctx.emit(decisionSuperseded, { decision: toLine(decision), by: { id: later.id, ref: later.ref } })
  }
}

function requireInForce(later: Later, earlier: DecisionRow): void {
  if (earlier.id === later.id) throw new Refusal('conflict', `${later.ref} cannot supersede itself.`)
  if (later.status !== 'accepted') {
    throw new Refusal(
      'conflict',
      `${later.ref} is ${later.status}; only an accepted decision supersedes others. Accept it in the same call.`,
    )
  }
  if (earlier.status === 'accepted') return
  const next =
    earlier.status === 'superseded' ? '{getDecision} says by which: supersede that one.' : 'There is nothing in force to supersede.'
  throw new Refusal('conflict', `${earlier.ref} is ${earlier.status}. ${next}`)
}

function requireScope(later: Later, earlier: DecisionRow): void {
  if (later.project_id === null || later.project_id === earlier.project_id) return
  throw new Refusal(
    'conflict',
    `${earlier.ref} is not of the same project; only a decision of the organization supersedes across projects.`,
  )
}
