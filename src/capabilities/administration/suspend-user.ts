import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireAnotherAdministrator } from '../account-deletion/require-another-administrator.ts'
import * as contracts from './administration.contract.ts'
import { setSuspended, type AdminUserRow } from './administration.queries.ts'
import { requireUser } from './require-user.ts'

export const suspendUser = implement(contracts.suspendUser, async (ctx, input) => {
  if (input.id === ctx.principal.user) throw new Refusal('conflict', 'You cannot suspend yourself.')
  await requireAnotherAdministrator(ctx, input.id)
  return setSuspension(ctx, input.id, ctx.clock.now())
})

export async function setSuspension(ctx: Context, id: string, at: Date | null): Promise<AdminUserRow> {
  const before = await requireUser(ctx, id)
  await ctx.tx.rows(setSuspended, [id, at, ctx.clock.now()])
  ctx.target(id)
  return { ...before, suspended_at: at?.toISOString() ?? null }
}
