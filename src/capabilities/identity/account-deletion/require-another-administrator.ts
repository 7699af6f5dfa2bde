import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isLastAdministrator } from './account-deletion.queries.ts'

/** An instance never loses its last administrator. */
export async function requireAnotherAdministrator(ctx: Context, user: string): Promise<void> {
  const row = await ctx.tx.row(isLastAdministrator, { user })
  if (row?.last) {
    throw new Refusal('conflict', 'This is the last administrator of the instance. Make someone else one first: {updateUserRole}.')
  }
}
