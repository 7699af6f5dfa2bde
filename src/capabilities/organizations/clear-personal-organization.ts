import type { Context } from '../../kernel/context.ts'
import { clearPersonal } from './organizations.queries.ts'

/** Before an address is marked as proven: whoever an impostor let into its personal organization is put out. */
export async function clearPersonalOrganization(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(clearPersonal, [user])
}
