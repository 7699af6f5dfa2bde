import type { Context } from '../../../kernel/context.ts'
import { preferencesOf } from '../preferences/resolve-preferences.ts'
import { notificationCreated } from './notifications.events.ts'
import { insertAnnouncement, notificationsByIds } from './notifications.queries.ts'

/** Puts an announcement of the administrators into the inbox of a user, whose personal organization this is. False if already there. */
export async function announceToUser(ctx: Context, user: string, said: { id: string; title: string; body: string }): Promise<boolean> {
  const { id, title, body } = said
  const { in_app, mail, push } = (await preferencesOf(ctx, [user]))(user).notifications.announcement
  const row = {
    org: ctx.org,
    user,
    id,
    title,
    excerpt: body || null,
    in_app,
    mail: mail === 'digest' ? 'digest' : 'none',
    now: ctx.clock.now(),
  }
  if (!(await ctx.tx.row(insertAnnouncement, row))) return false
  const notification = await ctx.tx.one(notificationsByIds, { user, ids: [id] })
  ctx.emit(notificationCreated, { user_id: user, notification })
  if (push && in_app && ctx.services.push.publicKey) await ctx.enqueue('sendPush', { user_id: user, notification_ids: [id] })
  return true
}
