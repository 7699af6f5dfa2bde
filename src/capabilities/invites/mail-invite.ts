import { implement } from '../../kernel/operation.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import { renderMail } from '../mail/render-mail.ts'
import * as contracts from './invites.contract.ts'
import { insertLink, inviteToMail } from './invites.queries.ts'

/** Names organization and inviter by their handles: nothing else that a person wrote can be made to say something in our name. */
export const mailInvite = implement(contracts.mailInvite, async (ctx, { invite_id }) => {
  const now = ctx.clock.now()
  const invite = await ctx.tx.row(inviteToMail, [ctx.org, invite_id, now])
  if (!invite) return { sent: false }
  const secret = newSecret()
  await ctx.tx.rows(insertLink, [digest(secret), ctx.org, invite_id, now])
  const mail = renderMail({
    subject: `${invite.inviter} invites you to ${invite.organization} on Baton`,
    paragraphs: [`${invite.inviter} invites you to work together in ${invite.organization}.`],
    link: { label: 'See the invitation', url: `${ctx.services.config.APP_URL}/invite#${secret}` },
    notes: [
      'The invitation can be accepted once, within 7 days, by an account that has proven this address.',
      'If you do not know who this is from, ignore this mail: nothing happens.',
    ],
  })
  return { sent: await ctx.services.mail.send({ to: invite.email, ...mail }) }
})
