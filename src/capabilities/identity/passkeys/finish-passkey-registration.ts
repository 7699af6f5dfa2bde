import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import { userOf, type OutsideContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { enterOwnLog } from '../login/accounts.ts'
import { challengeOf, useChallenge } from './challenge.ts'
import * as contracts from './passkeys.contract.ts'
import { passkeyAdded } from './passkeys.events.ts'
import { insertPasskey } from './passkeys.queries.ts'
import { relyingParty, requireRoom } from './passkeys-of.ts'

type Attestation = z.output<typeof contracts.finishPasskeyRegistration.input>['passkey']

export const finishPasskeyRegistration = implement(contracts.finishPasskeyRegistration, {
  prepare: (ctx, { passkey }) => verifyAttestation(ctx, passkey),
  async handle(ctx, input, checked) {
    const user = userOf(ctx)
    await requireRoom(ctx, user)
    const made = (await useChallenge(ctx, input.passkey.challenge_id, user)) ? checked : undefined
    const row =
      made &&
      (await ctx.tx.row(insertPasskey, {
        id: newId(),
        user,
        name: input.name,
        credential: made.credential.id,
        public_key: Buffer.from(made.credential.publicKey),
        counter: made.credential.counter,
        transports: made.credential.transports ?? [],
        credential_backed_up: made.credentialBackedUp,
        second_factor: input.second_factor,
        now: ctx.clock.now(),
      }))
    if (!row) {
      throw new Refusal('invalid', 'This passkey was not accepted. Start again with {beginPasskeyRegistration}.').committing()
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
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => undefined) // the library throws for whatever it does not accept
  return checked?.verified ? checked.registrationInfo : undefined
}
