import type { Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import * as queries from './mail.queries.ts'
import type { MailingKind } from './mailings.ts'

const second = 1000
const hour = 3_600_000
const day = 24 * hour
export const resendAfter = 60
const most = { hour: 5, day: 10 }

/**
 * Notes that a mail is wanted; a job finds out whether there is anybody to send it to. So asking does the same work and gives
 * the same answer for every address. Answers 0, or how many seconds to wait.
 */
export async function requestMailing(ctx: Context, kind: MailingKind, email: string, user: string | null = null): Promise<number> {
  const now = ctx.clock.now()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await ctx.tx.rows(queries.lockMailings, [kind, user ?? email])
  const recent = await ctx.tx.row(queries.recentMailings, [kind, email, user, ago(hour), ago(day)])
  if (recent?.newest) {
    const since = (now.getTime() - new Date(recent.newest).getTime()) / second
    if (recent.day >= most.day) return day / second
    if (recent.hour >= most.hour) return hour / second
    if (since < resendAfter) return Math.ceil(resendAfter - since)
  }
  await sendSoon(ctx, kind, email, user)
  return 0
}

/** The same without limits, for what follows from something done. */
export async function sendSoon(ctx: Context, kind: MailingKind, email: string, user: string | null): Promise<void> {
  const id = newId()
  await ctx.tx.rows(queries.insertMailing, [id, kind, email, user, ctx.clock.now()])
  await ctx.enqueue('sendMailing', { mailing_id: id })
}
