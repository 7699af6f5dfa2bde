import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { preferencesOf } from '../preferences/preferences-of.ts'
import * as contracts from './notifications.contract.ts'
import { notificationAnnounced } from './notifications.events.ts'
import { insertReminder, notificationsByIds } from './notifications.queries.ts'
import { requireLater } from './require-later.ts'

/** Stands in the personal organization, so that it stays with its owner wherever they go. */
export const createReminder = implement(contracts.createReminder, async (ctx, { title, until }) => {
  const user = userOf(ctx)
  const id = newId()
  const wants = (await preferencesOf(ctx, [user]))(user)
  const mail = wants.notifications.reminder.mail === 'digest' ? 'digest' : 'none'
  await ctx.tx.rows(insertReminder, [ctx.org, user, id, title, mail, until ? requireLater(ctx, until) : null, ctx.clock.now()])
  const notification = await ctx.tx.row(notificationsByIds, [user, [id]])
  if (!notification) throw new Error('the reminder was not stored')
  ctx.emit(notificationAnnounced, { user_id: user, notification })
  ctx.target(id)
  return notification
})
