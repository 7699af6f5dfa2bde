import { implement } from '../../../kernel/operation.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { digestText } from './digest-text.ts'
import * as contracts from '../notifications.contract.ts'
import { digestRows, lockDigest, recipient, recordDigest } from '../notifications.queries.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** Mails what is still unread. Whoever has lost sight of something since, or proves the address no longer, gets none of it. */
export const mailDigest = implement(contracts.mailDigest, async (ctx, { user_id, digest_id }) => {
  if ((await ctx.tx.rows(lockDigest, [user_id, digest_id])).length === 0) return { sent: false }
  const [to, rows] = await Promise.all([ctx.tx.row(recipient, [user_id]), ctx.tx.rows(digestRows, [user_id, digest_id])])
  await ctx.tx.rows(recordDigest, [user_id, digest_id])
  if (!to || rows.length === 0) return { sent: false }
  const { APP_URL } = ctx.services.config
  const token = unsubscribeToken(ctx, user_id)
  const headers = {
    'list-unsubscribe': `<${APP_URL}/unsubscribe/${token}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    // The same for every try, so that a mail server can tell a repeat.
    'message-id': `<${digest_id}@${new URL(APP_URL).hostname}>`,
  }
  const mail = renderMail(digestText(rows, APP_URL, `${APP_URL}/unsubscribe#${token}`))
  return { sent: await ctx.services.mail.send({ to: to.email, ...mail, headers }) }
})
