import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'

const prefix = 'whsec_'
/** The context that the secret box binds a sealed secret to. */
export const secretPlace = (org: string | null, webhook: string): string => `webhook:${org}:${webhook}`

/** A new secret: the text that is shown once, and the sealed form that is stored. */
export function newSigningSecret(ctx: Context, webhook: string): { secret: string; sealed: Buffer } {
  const secret = prefix + randomBytes(32).toString('base64')
  return { secret, sealed: ctx.services.secretBox.seal(secret, secretPlace(ctx.org, webhook)) }
}

/** The headers of the Standard Webhooks specification, with one signature for each secret that is still valid. */
export function signedHeaders(
  ctx: Context,
  webhook: string,
  secrets: readonly Buffer[],
  message: { id: string; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(ctx.clock.now().getTime() / 1000))
  const sign = (sealed: Buffer): string => {
    const key = Buffer.from(ctx.services.secretBox.open(sealed, secretPlace(ctx.org, webhook)).slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`
  }
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}
