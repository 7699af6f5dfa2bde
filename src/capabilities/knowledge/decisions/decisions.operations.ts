import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { changeDecision, requireVersion } from './change-decision.ts'
import { decisionsGoverning } from './decisions-governing.ts'
import * as contracts from './decisions.contract.ts'
import { entriesAfter, hasReplaced } from './decisions.queries.ts'
import { discuss } from './discuss.ts'
import { lockDecisions, requireDecision } from './require-decision.ts'

export const deleteDecision = implement(contracts.deleteDecision, async (ctx, { decision: name, version }) => {
  const found = await requireDecision(ctx, name, 'write')
  const [before = found] = await lockDecisions(ctx, [found], 'write')
  requireVersion(before, version)
  if (await ctx.tx.row(hasReplaced, { org: ctx.org, id: before.id })) {
    throw new Refusal('conflict', `${before.ref} took the place of an earlier decision, so it stays. Log one that supersedes it.`)
  }
  return changeDecision(ctx, before, { deleted_at: ctx.clock.now().toISOString() })
})

export const restoreDecision = implement(contracts.restoreDecision, async (ctx, { decision: name }) => {
  const found = await requireDecision(ctx, name, 'restore')
  const [before = found] = await lockDecisions(ctx, [found], 'restore')
  return changeDecision(ctx, before, { deleted_at: null })
})

export const addDecisionEntry = implement(contracts.addDecisionEntry, async (ctx, { decision, body }) =>
  discuss(ctx, await requireDecision(ctx, decision, 'write'), body),
)

export const listDecisionEntries = implement(contracts.listDecisionEntries, async (ctx, { decision: name, limit, cursor }) => {
  const { id } = await requireDecision(ctx, name, 'read')
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(entriesAfter, { org: ctx.org, id, after, limit: limit + 1 }), limit, (row) => [row.id])
})

export const listGoverningDecisions = implement(contracts.listGoverningDecisions, async (ctx, { project, path }) => {
  const { decisions, truncated } = await decisionsGoverning(ctx, await requireProject(ctx, project, 'read'), path)
  return { items: decisions.map(({ decision, governs }) => ({ ...decision, governs })), truncated }
})
