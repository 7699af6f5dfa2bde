import type { TxContext } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import type { Message } from '../../platform/mail.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import { codeDigest, newCode, linkPaths, mailings } from './mailings.ts'
import * as contracts from './mail.contract.ts'
import * as queries from './mail.queries.ts'
import type { MailingRow } from './mail.queries.ts'
import { renderMail } from './render-mail.ts'

/**
 * The digest of the secret is committed before the mail goes out: a mail whose secret nobody can check would be useless. The secret itself
 * is never stored; a retry creates another. An address without an account gets a digest too, of a secret that nobody is told, so
 * that guessing at it looks the same.
 */
export const sendMailing = implement(contracts.sendMailing, {
  async prepare(ctx, { mailing_id }) {
    const message = await ctx.transaction('write', (inside) => composeMailing(inside, mailing_id))
    return message ? ctx.services.mail.send(message) : false
  },
  async handle(ctx, { mailing_id }, sent) {
    if (sent) await ctx.tx.rows(queries.recordSent, { mailing_id, now: ctx.clock.now() })
    return { sent }
  },
})

async function composeMailing(ctx: TxContext, id: string): Promise<Message | null> {
  const mailing = await ctx.tx.row(queries.mailingToSend, { id })
  if (!mailing) return null
  const { minutes, text } = mailings[mailing.kind]
  const now = ctx.clock.now()
  const lasting = minutes * 60_000
  // Whoever asked that long ago has given up, or asked again.
  if (now.getTime() - new Date(mailing.created_at).getTime() > lasting) return null
  const secret = await makeSecret(ctx, mailing, new Date(now.getTime() + lasting))
  return (await isWanted(ctx, mailing)) ? { to: mailing.email, ...renderMail(text(secret)) } : null
}

async function makeSecret(ctx: TxContext, { id, kind }: MailingRow, expires: Date): Promise<string> {
  const { secret } = mailings[kind]
  if (secret === 'none') return ''
  const value = secret === 'code' ? newCode() : newSecret()
  await ctx.tx.rows(queries.storeSecret, { id, hash: secret === 'code' ? codeDigest(ctx, id, value) : digest(value), expires_at: expires })
  return secret === 'code' ? value : `${ctx.services.config.APP_URL}${linkPaths[kind]}#${value}`
}

async function isWanted(ctx: TxContext, { kind, email, user_id }: MailingRow): Promise<boolean> {
  if (kind === 'changed') return true
  const account = await ctx.tx.row(queries.accountAt, { email })
  if (kind === 'change') return !account
  if (kind === 'verify') return account?.user_id === user_id && account?.verified === false
  return account?.suspended === false
}
