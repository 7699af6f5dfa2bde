import { system, userOf } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { enterOwnLog } from '../login/accounts.ts'
import * as contracts from './impersonations.contract.ts'
import { impersonationEnded, impersonationStarted } from './impersonations.events.ts'
import * as queries from './impersonations.queries.ts'

export const listImpersonations = implement(contracts.listImpersonations, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.impersonationsOf, { user: userOf(ctx), before, limit: limit + 1 })
  return nextPage(rows, limit, (row) => [row.id])
})

/** Either side can end it: neither the administrator nor the user needs a permission for that. */
export const endImpersonation = implement(contracts.endImpersonation, async (ctx, { id }) => {
  const by = userOf(ctx)
  const before = await ctx.tx.row(queries.impersonationById, { id })
  if (!before || (before.user.id !== by && before.administrator.id !== by)) {
    throw notFound('impersonation', id, 'List them with {listImpersonations}.')
  }
  ctx.target(id)
  enterOwnLog(ctx)
  if (await ctx.tx.row(queries.end, { id, by, now: ctx.clock.now() })) ctx.emit(impersonationEnded, { user_id: by, impersonation_id: id })
  return ctx.tx.one(queries.impersonationById, { id })
})

/** Runs as a job, because a transaction appends to only one log, and that of an administrator's action is the instance's. */
export const tellOfImpersonation = implement(contracts.tellOfImpersonation, async (ctx, { impersonation_id }) => {
  const found = await ctx.tx.row(queries.inForce, { id: impersonation_id })
  if (!found) return { told: false }
  const { user_id, reason, ends_at, personal_org_id } = found
  ctx.enter(system(personal_org_id), personal_org_id)
  ctx.emit(impersonationStarted, { user_id, impersonation_id, reason, ends_at })
  return { told: true }
})
