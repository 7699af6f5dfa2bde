import { type Context, userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import { requireAnotherAdministrator } from '../identity/account-deletion/require-another-administrator.ts'
import { decodeCursor, lastId, likePrefix, nextPage } from '../paging.ts'
import * as contracts from './administration.contract.ts'
import * as queries from './administration.queries.ts'
import type { AdminUserRow } from './administration.queries.ts'
import { requireUser } from './require-user.ts'

export const listUsers = implement(contracts.listUsers, async (ctx, { q, only, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const values = { before, limit: limit + 1 }
  const statement = only === 'suspended' ? queries.suspendedUsers : only === 'administrators' ? queries.administrators : queries.users
  const rows = q
    ? await ctx.tx.rows(queries.usersNamed, { ...values, prefix: likePrefix(q), only: only ?? null })
    : await ctx.tx.rows(statement, values)
  return nextPage(rows, limit, (row) => [row.id])
})

export const suspendUser = implement(contracts.suspendUser, async (ctx, { id, reason = null, until }) => {
  if (id === ctx.principal.user) throw new Refusal('conflict', 'You cannot suspend yourself.')
  await requireAnotherAdministrator(ctx, id)
  const ends = until === undefined ? null : new Date(until)
  if (ends && !(ends > ctx.clock.now())) throw new Refusal('invalid', '`until` must be in the future. Leave it out for no end.')
  return setSuspension(ctx, id, { suspended_at: ctx.clock.now(), until: ends, reason })
})

async function setSuspension(
  ctx: Context,
  id: string,
  { suspended_at, until, reason }: { suspended_at: Date | null; until: Date | null; reason: string | null },
): Promise<AdminUserRow> {
  await requireUser(ctx, id)
  await ctx.tx.rows(queries.setSuspended, { id, suspended_at, until, reason, now: ctx.clock.now() })
  ctx.target(id)
  return requireUser(ctx, id)
}

/** Swept every five minutes, so a suspension ends at most that much late. */
export const liftSuspensions = implement(contracts.liftSuspensions, async (ctx) => {
  const lifted = await ctx.tx.rows(queries.endSuspensions, { now: ctx.clock.now() })
  for (const { user_id } of lifted) ctx.target(user_id)
  return { lifted: lifted.length }
})

export const unsuspendUser = implement(contracts.unsuspendUser, (ctx, { id }) =>
  setSuspension(ctx, id, { suspended_at: null, until: null, reason: null }),
)

export const updateUserRole = implement(contracts.updateUserRole, async (ctx, { id, role }) => {
  if (role !== 'admin') await requireAnotherAdministrator(ctx, id)
  const before = await requireUser(ctx, id)
  await ctx.tx.rows(queries.setRole, { id, role, now: ctx.clock.now() })
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
  await ctx.tx.rows(queries.offerReset, { user: user.id, by: userOf(ctx), hash: mailed ? null : digest(secret), mailing, now, until })
  if (mailed) await ctx.enqueue('sendMailing', { mailing_id: mailing }, { patient: true })
  await ctx.enqueue('tellOfPasswordReset', { user_id: user.id })
  ctx.target(user.id)
  if (mailed) return { user_id: user.id, url: null, expires_at: null }
  return { user_id: user.id, url: `${ctx.services.config.APP_URL}/reset-password#${secret}`, expires_at: until.toISOString() }
})
