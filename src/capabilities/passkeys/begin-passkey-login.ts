import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { implement } from '../../kernel/operation.ts'
import { challengeMinutes, storeChallenge } from './challenge.ts'
import * as contracts from './passkeys.contract.ts'
import { relyingParty } from './relying-party.ts'

/** Names no passkeys: the authenticator offers those it holds, and nobody learns who has one. */
export const beginPasskeyLogin = implement(contracts.beginPasskeyLogin, async (ctx) => {
  const rpId = relyingParty(ctx.services.config).id
  const timeout = challengeMinutes * 60_000
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  const options = { challenge, rpId, timeout, userVerification: 'required' }
  return { ...(await storeChallenge(ctx, challenge, null)), options }
})
