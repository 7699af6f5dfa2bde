import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import * as contracts from '../notifications/notifications.contract.ts'
import { personalOrganization } from '../notifications/notifications.queries.ts'
import { changePreferences } from '../preferences/change-preferences.ts'

export const unsubscribe = implement(contracts.unsubscribe, async (ctx, { token }) => {
  const user = userOfToken(ctx, token)
  const personal = user && (await ctx.tx.row(personalOrganization, { user }))
  if (!personal) throw new Refusal('invalid', 'This link is incomplete. Open it from the email again.')
  ctx.enter(ctx.principal, personal.id)
  await changePreferences(ctx, user, { digest: { on: false } })
  return { unsubscribed: true }
})

type Signer = Pick<Context, 'services'>

const sign = (key: string, user: Buffer): Buffer => createHmac('sha256', key).update('unsubscribe:').update(user).digest()

/** Included in every digest: its holder can stop that user's digests and do nothing else. It needs no row, so it never expires. */
export function unsubscribeToken({ services }: Signer, user: string): string {
  const id = Buffer.from(user.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(services.config.SECRET_KEY[0] ?? '', id)]).toString('base64url')
}

/** The user that a token was made for, whichever of the configured keys signed it. */
function userOfToken({ services }: Signer, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  const [id, signature] = [bytes.subarray(0, 16), bytes.subarray(16)]
  if (signature.length !== 32 || !services.config.SECRET_KEY.some((key) => timingSafeEqual(sign(key, id), signature))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
