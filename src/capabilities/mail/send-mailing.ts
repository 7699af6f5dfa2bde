import type { Context } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import { codeDigest, newCode } from './code-digest.ts'
import * as contracts from './mail.contract.ts'
import { linkPaths, mailings } from './mailings.ts'
import * as queries from './mail.queries.ts'
import type { MailingRow } from './mail.queries.ts'
import { renderMail } from './render-mail.ts'

/**
 * Makes the secret, stores its digest and mails it in one transaction: it is nowhere at rest. An address without an account
 * gets a digest too, of a secret nobody is told, so that guessing at it looks the same.
 */
export const sendMailing = implement(contracts.sendMailing, async (ctx, { mailing_id }) => {
  const mailing = await ctx.tx.row(queries.mailingToSend, [mailing_id])
  if (!mailing) return { sent: false }
  const { minutes, text } = mailings[mailing.kind]
  const now = ctx.clock.now()
  const lasting = minutes * 60_000
  // Whoever asked that long ago has given up, or asked again.
  if (now.getTime() - new Date(mailing.created_at).getTime() > lasting) return { sent: false }
  const secret = await makeSecret(ctx, mailing, new Date(now.getTime() + lasting))
  const sent = (await isWanted(ctx, mailing)) && (await ctx.services.mail.send({ to: mailing.email, ...renderMail(text(secret)) }))
  if (sent) await ctx.tx.rows(queries.recordSent, [mailing.id, now])
  return { sent }
})

async function makeSecret(ctx: Context, { id, kind }: MailingRow, expires: Date): Promise<string> {
  const { secret } = mailings[kind]
  if (secret === 'none') return ''
  const value = secret === 'code' ? newCode() : newSecret()
  await ctx.tx.rows(queries.storeSecret, [id, secret === 'code' ? codeDigest(ctx, id, value) : digest(value), expires])
  return secret === 'code' ? value : `${ctx.services.config.APP_URL}${linkPaths[kind]}#${value}`
}

async function isWanted(ctx: Context, { kind, email, user_id }: MailingRow): Promise<boolean> {
  if (kind === 'changed') return true
  const account = await ctx.tx.row(queries.accountAt, [email])
  if (kind === 'change') return !account
  if (kind === 'verify') return account?.user_id === user_id && account?.verified === false
  return account?.suspended === false
}
