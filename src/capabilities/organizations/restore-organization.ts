import { Refusal, notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { daysToUndo, undoUntil } from './days-to-undo.ts'
import * as contracts from './organizations.contract.ts'
import { organizationRestored } from './organizations.events.ts'
import { setDeleted } from './organizations.queries.ts'
import { requireOrganization } from './require-organization.ts'

export const restoreOrganization = implement(contracts.restoreOrganization, async (ctx, input) => {
  const before = await requireOrganization(ctx, input.organization, true)
  if (before.role !== 'owner') throw new Refusal('forbidden', 'Only an owner may restore an organization.')
  const now = ctx.clock.now()
  if (undoUntil(before.deleted_at) <= now) {
    throw notFound('organization', input.organization, `It can be restored for ${daysToUndo} days.`)
  }
  // The caller is one of its owners.
  ctx.enter({ ...ctx.principal, organization: { id: before.id, role: before.role } }, before.id)
  await ctx.tx.rows(setDeleted, [before.id, null, now])
  const organization = await requireOrganization(ctx, before.id)
  ctx.emit(organizationRestored, { organization: { id: organization.id, handle: organization.handle, name: organization.name } })
  ctx.target(before.id)
  return organization
})
