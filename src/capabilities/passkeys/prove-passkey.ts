import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { useChallenge } from './challenge.ts'
import type { Assertion } from './passkeys.contract.ts'
import { countUse, passkeyByCredential } from './passkeys.queries.ts'
import { relyingParty } from './relying-party.ts'

const handleOf = (user: string): string => Buffer.from(user).toString('base64url')

/**
 * Whose passkey this proves to be there, or null. A counter that did not grow means that the passkey was copied, and is
 * refused too. Whoever refuses afterwards must keep the transaction: the challenge is used up.
 */
export async function provePasskey(ctx: Context, { challenge_id, response }: z.output<typeof Assertion>): Promise<string | null> {
  const challenge = await useChallenge(ctx, challenge_id, null)
  const passkey = challenge && (await ctx.tx.row(passkeyByCredential, [response.id]))
  if (!passkey) return null
  const { userHandle } = response.response
  if (userHandle && userHandle !== handleOf(passkey.user_id)) return null
  const party = relyingParty(ctx.services.config)
  const checked = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: response.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => null) // the library throws for whatever it does not accept
  if (!checked?.verified) return null
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  await ctx.tx.rows(countUse, [passkey.id, newCounter, credentialBackedUp, ctx.clock.now()])
  return passkey.user_id
}
