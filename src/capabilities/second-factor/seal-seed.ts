import type { Context } from '../../kernel/context.ts'

const place = (user: string): string => `totp:${user}`

/** A seed must be read back, so it is sealed, and opens for its own user only. */
export const sealSeed = (ctx: Context, user: string, seed: string): Buffer => ctx.services.secretBox.seal(seed, place(user))

export const openSeed = (ctx: Context, user: string, sealed: Buffer): string => ctx.services.secretBox.open(sealed, place(user))
