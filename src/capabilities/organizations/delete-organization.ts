import { implement } from '../../kernel/operation.ts'
import * as contracts from './organizations.contract.ts'
import { organizationDeleted } from './organizations.events.ts'
import { setDeleted } from './organizations.queries.ts'
import { requireOrganization, requireShared } from './require-organization.ts'

/** From this moment nobody can enter it; its rows stay until nobody can restore it any more. */
export const deleteOrganization = implement(contracts.deleteOrganization, async (ctx) => {
  const before = await requireOrganization(ctx, ctx.org)
  requireShared(before, 'It goes with the account: DELETE /api/auth/account.')
  const now = ctx.clock.now()
  await ctx.tx.rows(setDeleted, [before.id, now, now])
  ctx.emit(organizationDeleted, { organization: { id: before.id, handle: before.handle, name: before.name } })
  ctx.target(before.id)
  return { ...before, deleted_at: now.toISOString(), version: before.version + 1 }
})
