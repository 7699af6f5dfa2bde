import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { digest } from '../../platform/secrets.ts'
import { knownDevice } from './known-device.ts'
import { codeDigest, type MailingKind } from './mailings.ts'
import * as queries from './mail.queries.ts'

const maxTries = 5

/**
 * Whether this is the newest code mailed to the address; a right one is spent, and a wrong one counts as one of five attempts. A
 * known device has five more of its own, so that a guessing stranger leaves the owner theirs.
 */
export async function takeCode(ctx: Context, email: string, code: string): Promise<boolean> {
  const now = ctx.clock.now()
  const max = (await knownDevice(ctx, email)) ? 2 * maxTries : maxTries
  const mailing = await ctx.tx.row(queries.tryCode, { email, now, max_tries: max })
  const given = codeDigest(ctx, mailing?.id ?? '', code)
  if (!mailing || !timingSafeEqual(mailing.hash, given)) return false
  await ctx.tx.rows(queries.useMailing, { id: mailing.id, now })
  return true
}

/** Spends a mailed link and returns what it was for. */
export function takeLink(ctx: Context, kind: MailingKind, secret: string): Promise<{ email: string; user_id: string | null } | undefined> {
  return ctx.tx.row(queries.useLink, { hash: digest(secret), kind, now: ctx.clock.now() })
}

/** Spends every code and link with which somebody could still log in at this address. */
export async function spendMailings(ctx: Context, email: string): Promise<void> {
  await ctx.tx.rows(queries.spendMailings, { email, now: ctx.clock.now() })
}
