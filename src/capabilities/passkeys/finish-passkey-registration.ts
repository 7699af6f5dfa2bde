import { verifyRegistrationResponse, type RegistrationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import { userOf, type OutsideContext } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { challengeOf, useChallenge } from './challenge.ts'
import * as contracts from './passkeys.contract.ts'
import { passkeyAdded } from './passkeys.events.ts'
import { insertPasskey } from './passkeys.queries.ts'
import { relyingParty } from './relying-party.ts'
import { requireRoom } from './require-room.ts'

type Attestation = z.output<typeof contracts.finishPasskeyRegistration.input>['passkey']

export const finishPasskeyRegistration = implement(contracts.finishPasskeyRegistration, {
  prepare: (ctx, { passkey }) => verifyAttestation(ctx, passkey),
  async handle(ctx, input, checked) {
    const user = userOf(ctx)
    await requireRoom(ctx, user)
    const made = (await useChallenge(ctx, input.passkey.challenge_id, user)) ? checked : undefined
    const row =
      made &&
      (await ctx.tx.row(insertPasskey, [
        newId(),
        user,
        input.name,
        made.credential.id,
        Buffer.from(made.credential.publicKey),
        made.credential.counter,
        made.credential.transports ?? [],
        made.credentialBackedUp,
        input.second_factor,
        ctx.clock.now(),
      ]))
    if (!row) {
      const refusal = new Refusal('invalid', 'This passkey was not accepted. Start again with POST /api/auth/passkey/register/begin.')
      refusal.keep = true
      throw refusal
    }
    enterOwnLog(ctx)
    ctx.emit(passkeyAdded, { user_id: user, passkey_id: row.id, name: row.name })
    ctx.target(row.id)
    return row
  },
})

async function verifyAttestation(ctx: OutsideContext, { challenge_id, response }: Attestation) {
  const challenge = await ctx.transaction('read', (inside) => challengeOf(inside, challenge_id, userOf(ctx)))
  if (!challenge) return undefined
  const party = relyingParty(ctx.services.config)
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => undefined) // the library throws for whatever it does not accept
  return checked?.verified ? checked.registrationInfo : undefined
}
