import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Context, OutsideContext } from '../../../kernel/context.ts'
import { challengeOf, useChallenge } from './challenge.ts'
import type { Assertion } from './passkeys.contract.ts'
import { countUse, passkeyByCredential } from './passkeys.queries.ts'
import { relyingParty } from './passkeys-of.ts'

const handleOf = (user: string): string => Buffer.from(user).toString('base64url')

/** A signature that matched its challenge; it proves nothing until the challenge is consumed. */
export interface SignedChallenge {
  challenge_id: string
  passkey: string | null
  counter: number
  synced: boolean
}

/** Before the transaction: verifies the signature against the challenge and the passkey as they are now. */
export async function verifyAssertion(
  ctx: OutsideContext,
  { challenge_id, response }: z.output<typeof Assertion>,
): Promise<SignedChallenge> {
  const wrong = { challenge_id, passkey: null, counter: 0, synced: false }
  const [challenge, passkey] = await ctx.transaction('read', (inside) =>
    Promise.all([challengeOf(inside, challenge_id, null), inside.tx.row(passkeyByCredential, { response: response.id })]),
  )
  if (!challenge || !passkey) return wrong
  const { userHandle } = response.response
  if (userHandle && userHandle !== handleOf(passkey.user_id)) return wrong
  const party = relyingParty(ctx.services.config)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const checked = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: response.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => null) // the library throws for whatever it does not accept
  if (!checked?.verified) return wrong
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { challenge_id, passkey: passkey.id, counter: newCounter, synced: credentialBackedUp }
}

/**
 * The user whose passkey this proves to be present, or null. A counter that didn't grow means that the passkey was cloned, and is refused too.
 * A refusal after this must commit the transaction: the challenge is consumed.
 */
export async function provePasskey(ctx: Context, { challenge_id, passkey, counter, synced }: SignedChallenge): Promise<string | null> {
  const fresh = await useChallenge(ctx, challenge_id, null)
  if (!fresh || !passkey) return null
  return (await ctx.tx.row(countUse, { passkey, counter, synced, now: ctx.clock.now() }))?.user_id ?? null
}
