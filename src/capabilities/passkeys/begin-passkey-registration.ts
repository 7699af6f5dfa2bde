import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { z } from 'zod'
import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { accountOf } from '../login/open-session.ts'
import { challengeMinutes, storeChallenge } from './challenge.ts'
import * as contracts from './passkeys.contract.ts'
import { requireRoom } from './require-room.ts'
import { relyingParty } from './relying-party.ts'

type Options = z.input<typeof contracts.beginPasskeyRegistration.output>['options']

export const beginPasskeyRegistration = implement(contracts.beginPasskeyRegistration, async (ctx) => {
  const user = userOf(ctx)
  const party = relyingParty(ctx.services.config)
  const account = await accountOf(ctx, user)
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(user),
    userName: account.email,
    userDisplayName: account.name,
    timeout: challengeMinutes * 60_000,
    excludeCredentials: await requireRoom(ctx, user),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...(await storeChallenge(ctx, options.challenge, user)), options: options as Options }
})
