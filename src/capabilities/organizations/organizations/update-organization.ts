import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import * as contracts from './organizations.contract.ts'
import { organizationUpdated } from './organizations.events.ts'
import * as queries from './organizations.queries.ts'
import type { OrganizationRow } from './organizations.queries.ts'
import { requireOrganization, requireShared } from './require-organization.ts'

export const updateOrganization = implement(contracts.updateOrganization, async (ctx, { version, ...changes }) => {
  const before = await requireOrganization(ctx, ctx.org)
  if (version !== undefined && version !== before.version) {
    throw new Refusal('stale_version', 'Someone changed this organization in the meantime. Read it again and retry.')
  }
  if (changes.handle !== undefined && changes.handle !== before.handle) {
    requireShared(before, 'It has its user’s handle: change that one in your profile.')
    await claimHandle(ctx, changes.handle)
  }
  return renameOrganization(ctx, before, changes)
})

/** An organization keeps its old handles, so that nobody can impersonate it; it may switch back to one. */
async function claimHandle(ctx: Context, handle: string): Promise<void> {
  if (await ctx.tx.row(queries.claimHandle, { handle, id: ctx.org })) return
  const taken = await ctx.tx.row(queries.handleOf, { handle })
  if (taken?.id !== ctx.org) throw new Refusal('handle_taken', 'This handle is taken. Choose another.')
}

export async function renameOrganization(
  ctx: Context,
  before: OrganizationRow,
  changes: { name?: string | undefined; handle?: string | undefined },
): Promise<OrganizationRow> {
  const { name = before.name, handle = before.handle } = changes
  ctx.target(before.id)
  if (name === before.name && handle === before.handle) return before
  await ctx.tx.rows(queries.updateOrganization, { id: before.id, name, handle, now: ctx.clock.now() })
  const after = await requireOrganization(ctx, before.id)
  ctx.emit(organizationUpdated, { organization: { id: after.id, handle: after.handle, name: after.name } })
  return after
}
