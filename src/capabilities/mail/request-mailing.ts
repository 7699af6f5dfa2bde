import type { Context } from '../../kernel/context.ts'
import { addressKey } from '../../platform/addresses.ts'
import { newId } from '../../platform/ids.ts'
import { digest } from '../../platform/secrets.ts'
import { knownDevice } from './known-device.ts'
import * as queries from './mail.queries.ts'
import type { MailingKind } from './mailings.ts'

const second = 1000
const hour = 3_600_000
const day = 24 * hour
export const resendAfter = 60
/** Limits per asker, and for all strangers together, so that nobody's mailbox is flooded from many addresses. */
const maxMails = { hour: 5, day: 10 }
const maxOfAll = { hour: 20, day: 40 }

/**
 * Records that a mail is wanted; a job finds out whether there is anybody to send it to, so that a request does the same work and gets
 * the same answer for every address. Returns 0, or how many seconds to wait. Each asker is counted separately, and requests by
 * strangers don't delay a known device.
 */
export async function requestMailing(ctx: Context, kind: MailingKind, email: string, user: string | null = null): Promise<number> {
  const now = ctx.clock.now()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await ctx.tx.rows(queries.lockMailings, { kind, user: user ?? email })
  const known = user ?? (await knownDevice(ctx, email))
  const asker = digest(known ?? addressKey(ctx.call.address ?? 'unknown')).toString('base64url')
  const recent = await ctx.tx.row(queries.recentMailings, { kind, email, user, hour_ago: ago(hour), day_ago: ago(day), asker })
  if (recent?.newest) {
    const since = (now.getTime() - new Date(recent.newest).getTime()) / second
    if (recent.day >= maxMails.day) return day / second
    if (recent.hour >= maxMails.hour) return hour / second
    if (since < resendAfter) return Math.ceil(resendAfter - since)
  }
  if (!known && recent && (recent.hour_of_all >= maxOfAll.hour || recent.day_of_all >= maxOfAll.day)) return hour / second
  await sendSoon(ctx, kind, email, user, asker)
  return 0
}

/** The same without limits, for mails that follow from an action. */
export async function sendSoon(
  ctx: Context,
  kind: MailingKind,
  email: string,
  user: string | null,
  asker: string | null = null,
): Promise<void> {
  const id = newId()
  await ctx.tx.rows(queries.insertMailing, { id, kind, email, user, now: ctx.clock.now(), asker })
  await ctx.enqueue('sendMailing', { mailing_id: id }, { patient: true })
}
