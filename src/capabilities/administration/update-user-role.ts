import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireAnotherAdministrator } from '../account-deletion/require-another-administrator.ts'
import * as contracts from './administration.contract.ts'
import { setRole, userById } from './administration.queries.ts'

export const updateUserRole = implement(contracts.updateUserRole, async (ctx, { id, role }) => {
  if (role !== 'admin') await requireAnotherAdministrator(ctx, id)
  const before = await ctx.tx.row(userById, [id])
  if (!before) throw notFound('user', id, 'List them with GET /api/admin/users.')
  await ctx.tx.rows(setRole, [id, role, ctx.clock.now()])
  ctx.target(id)
  return { ...before, role }
})
