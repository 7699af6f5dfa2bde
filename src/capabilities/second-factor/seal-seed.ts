import type { Context } from '../../kernel/context.ts'

/** What a sealed seed is bound to. */
export const seedPlace = (user: string): string => `totp:${user}`

/** A seed must be read back, so it is sealed, and opens for its own user only. */
export const sealSeed = (ctx: Context, user: string, seed: string): Buffer => ctx.services.secretBox.seal(seed, seedPlace(user))

export const openSeed = (ctx: Context, user: string, sealed: Buffer): string => ctx.services.secretBox.open(sealed, seedPlace(user))
