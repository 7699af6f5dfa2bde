import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { type AdminUserRow, userById } from './administration.queries.ts'

export async function requireUser(ctx: Context, id: string): Promise<AdminUserRow> {
  const user = await ctx.tx.row(userById, { id })
  if (!user) throw notFound('user', id, 'List them with {listUsers}.')
  return user
}
