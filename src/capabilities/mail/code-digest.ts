import { createHmac, randomInt } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')

/** Keyed by the instance's secret: a million plain digests are tried in a second, so a stolen dump must not be enough. */
export function codeDigest({ services }: Pick<Context, 'services'>, mailing: string, code: string): Buffer {
  return createHmac('sha256', services.config.SECRET_KEY[0] ?? '')
    .update(`code:${mailing}:${code}`)
    .digest()
}
