import type { Context, TxContext } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { insertChallenge, readChallenge, takeChallenge } from './passkeys.queries.ts'

export const challengeMinutes = 5

/** Stores a challenge; `user` is the one who registers a passkey, null if somebody is yet to prove who they are. */
export async function storeChallenge(
  ctx: Context,
  challenge: string,
  user: string | null,
): Promise<{ challenge_id: string; expires_at: string }> {
  const challenge_id = newId()
  const expires = new Date(ctx.clock.now().getTime() + challengeMinutes * 60_000)
  await ctx.tx.rows(insertChallenge, { challenge_id, user, challenge, expires_at: expires })
  return { challenge_id, expires_at: expires.toISOString() }
}

/** Reads a challenge without consuming it: a signature is verified against it before the transaction. */
export async function challengeOf(ctx: TxContext, id: string, user: string | null): Promise<string | undefined> {
  return (await ctx.tx.row(readChallenge, { id, user, now: ctx.clock.now() }))?.challenge
}

/** Consumes a challenge. A refusal after this must commit the transaction, or the challenge could be used again. */
export async function useChallenge(ctx: Context, id: string, user: string | null): Promise<boolean> {
  return (await ctx.tx.row(takeChallenge, { id, user, now: ctx.clock.now() })) !== undefined
}
