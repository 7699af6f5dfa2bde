import { type Context, userOf } from '../../kernel/context.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import { requireAnotherAdministrator } from '../identity/account-deletion/require-another-administrator.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './administration.contract.ts'
import { type AdminUserRow, offerReset, setRole, setSuspended, userById, users } from './administration.queries.ts'

async function requireUser(ctx: Context, id: string): Promise<AdminUserRow> {
  const user = await ctx.tx.row(userById, { id })
  if (!user) throw notFound('user', id, 'List them with {listUsers}.')
  return user
}

export const listUsers = implement(contracts.listUsers, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(users, { before, limit: limit + 1 })
  return nextPage(rows, limit, (row) => [row.id])
})

export const suspendUser = implement(contracts.suspendUser, async (ctx, input) => {
  if (input.id === ctx.principal.user) throw new Refusal('conflict', 'You cannot suspend yourself.')
  await requireAnotherAdministrator(ctx, input.id)
  return setSuspension(ctx, input.id, ctx.clock.now())
})

async function setSuspension(ctx: Context, id: string, at: Date | null): Promise<AdminUserRow> {
  const before = await requireUser(ctx, id)
  await ctx.tx.rows(setSuspended, { id, suspended_at: at, now: ctx.clock.now() })
  ctx.target(id)
  return { ...before, suspended_at: at?.toISOString() ?? null }
}

export const unsuspendUser = implement(contracts.unsuspendUser, (ctx, input) => setSuspension(ctx, input.id, null))

export const updateUserRole = implement(contracts.updateUserRole, async (ctx, { id, role }) => {
  if (role !== 'admin') await requireAnotherAdministrator(ctx, id)
  const before = await ctx.tx.row(userById, { id })
  if (!before) throw notFound('user', id, 'List them with {listUsers}.')
  await ctx.tx.rows(setRole, { id, role, now: ctx.clock.now() })
  ctx.target(id)
  return { ...before, role }
})

const lastsMinutes = 24 * 60

/** The administrator never picks the password and, where mail is on, never sees the link. */
export const resetUserPassword = implement(contracts.resetUserPassword, async (ctx, { id }) => {
  if (id === ctx.principal.user) throw new Refusal('conflict', 'Change your own password in your settings.')
  const user = await requireUser(ctx, id)
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + lastsMinutes * 60_000)
  const mailed = ctx.services.mail.on
  const [secret, mailing] = [newSecret(), newId()]
  await ctx.tx.rows(offerReset, { user: user.id, by: userOf(ctx), hash: mailed ? null : digest(secret), mailing, now, until })
  if (mailed) await ctx.enqueue('sendMailing', { mailing_id: mailing }, { patient: true })
  await ctx.enqueue('tellOfPasswordReset', { user_id: user.id })
  ctx.target(user.id)
  if (mailed) return { user_id: user.id, url: null, expires_at: null }
  return { user_id: user.id, url: `${ctx.services.config.APP_URL}/reset-password#${secret}`, expires_at: until.toISOString() }
})
