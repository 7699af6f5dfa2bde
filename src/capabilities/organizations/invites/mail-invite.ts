import type { TxContext } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import type { Message } from '../../../platform/mail.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { renderMail } from '../../mail/render-mail.ts'
import * as contracts from './invites.contract.ts'
import { insertLink, inviteToMail, removeLink } from './invites.queries.ts'

/** The digest of the link is committed before the mail is sent, and deleted again if sending fails. */
export const mailInvite = implement(contracts.mailInvite, {
  async prepare(ctx, { invite_id }) {
    const secret = newSecret()
    const message = await ctx.transaction('write', (inside) => composeInvite(inside, invite_id, secret))
    if (!message) return false
    try {
      return await ctx.services.mail.send(message)
    } catch (error) {
      await ctx.transaction('write', (inside) => inside.tx.rows(removeLink, { hash: digest(secret) }))
      throw error
    }
  },
  handle: async (_, __, sent) => ({ sent }),
})

/** Names organization and inviter only by their handles, so that nobody can use other text to say something in our name. */
async function composeInvite(ctx: TxContext, invite_id: string, secret: string): Promise<Message | null> {
  const now = ctx.clock.now()
  const invite = await ctx.tx.row(inviteToMail, { org: ctx.org, invite_id, now })
  if (!invite) return null
  await ctx.tx.rows(insertLink, { hash: digest(secret), org: ctx.org, invite_id, now })
  const mail = renderMail({
    subject: `${invite.inviter} invited you to ${invite.organization} on Baton`,
    paragraphs: [`${invite.inviter} invited you to join ${invite.organization}.`],
    link: { label: 'View invitation', url: `${ctx.services.config.APP_URL}/invite#${secret}` },
    notes: [
      'This invitation works once and expires in 7 days. Accept it with an account that has verified this email address.',
      'If you don’t know who sent this, you can ignore this email.',
    ],
  })
  return { to: invite.email, ...mail }
}
