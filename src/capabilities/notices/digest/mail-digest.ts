import type { TxContext } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import type { Message } from '../../../platform/mail.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { digestText } from './digest-text.ts'
import * as contracts from '../notifications/notifications.contract.ts'
import { digestRows, recipient, recordDigest } from '../notifications/notifications.queries.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** Mails what is still unread, without anything the user can no longer see; sends nothing if their address is no longer verified. */
export const mailDigest = implement(contracts.mailDigest, {
  async prepare(ctx, { user_id, digest_id }) {
    const message = await ctx.transaction('read', (inside) => composeDigest(inside, user_id, digest_id))
    return message ? ctx.services.mail.send(message) : false
  },
  async handle(ctx, { user_id, digest_id }, sent) {
    await ctx.tx.rows(recordDigest, { user_id, digest_id })
    return { sent }
  },
})

async function composeDigest(ctx: TxContext, user_id: string, digest_id: string): Promise<Message | null> {
  const [to, rows] = await Promise.all([ctx.tx.row(recipient, { user_id }), ctx.tx.rows(digestRows, { user_id, digest_id })])
  if (!to || rows.length === 0) return null
  const { APP_URL } = ctx.services.config
  const token = unsubscribeToken(ctx, user_id)
  const headers = {
    'list-unsubscribe': `<${APP_URL}/unsubscribe/${token}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    // The same for every attempt, so that a mail server can recognize a duplicate.
    'message-id': `<${digest_id}@${new URL(APP_URL).hostname}>`,
  }
  return { to: to.email, ...renderMail(digestText(rows, APP_URL, `${APP_URL}/unsubscribe#${token}`)), headers }
}
