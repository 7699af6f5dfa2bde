import type { z } from 'zod'
import { userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { activeAccount, enterOwnLog } from '../login/accounts.ts'
import { completeLogin } from '../login/finish-login.ts'
import { accountOf } from '../login/open-session.ts'
import { challengeMinutes, storeChallenge } from './challenge.ts'
import { relyingParty, requireRoom } from './passkeys-of.ts'
import * as contracts from './passkeys.contract.ts'
import { passkeyChanged, passkeyDeleted } from './passkeys.events.ts'
import * as queries from './passkeys.queries.ts'
import { provePasskey, verifyAssertion } from './prove-passkey.ts'

type Options = z.input<typeof contracts.beginPasskeyRegistration.output>['options']

/** Few people have passkeys, so the library is loaded only when one is used. */
const loadWebauthn = () => import('@simplewebauthn/server')

export const beginPasskeyRegistration = implement(contracts.beginPasskeyRegistration, {
  prepare: loadWebauthn,
  async handle(ctx, _, { generateRegistrationOptions }) {
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
  },
})

/** Lists no passkeys: the authenticator offers those it holds, and nobody learns who has one. */
export const beginPasskeyLogin = implement(contracts.beginPasskeyLogin, {
  prepare: loadWebauthn,
  async handle(ctx, _, { generateAuthenticationOptions }) {
    const rpId = relyingParty(ctx.services.config).id
    const timeout = challengeMinutes * 60_000
    const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
    const options = { challenge, rpId, timeout, userVerification: 'required' }
    return { ...(await storeChallenge(ctx, challenge, null)), options }
  },
})

export const finishPasskeyLogin = implement(contracts.finishPasskeyLogin, {
  prepare: (ctx, { passkey }) => verifyAssertion(ctx, passkey),
  async handle(ctx, _, signed) {
    const user = await provePasskey(ctx, signed)
    const account = user ? await activeAccount(ctx, user) : undefined
    if (account) return completeLogin(ctx, account, 'passkey')
    throw new Refusal('unauthenticated', 'This passkey was not accepted. Start again, or log in another way.').committing()
  },
})

export const listPasskeys = implement(contracts.listPasskeys, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(queries.listPasskeys, { user: userOf(ctx), before, limit: limit + 1 }), limit, (row) => [row.id])
})

export const updatePasskey = implement(contracts.updatePasskey, async (ctx, { id, name, second_factor }) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(queries.updatePasskey, { id, user, name: name ?? null, second_factor: second_factor ?? null })
  if (!row) throw notFound('passkey', id, 'List yours with {listPasskeys}.')
  enterOwnLog(ctx)
  ctx.emit(passkeyChanged, { user_id: user, passkey_id: row.id, name: row.name })
  ctx.target(row.id)
  return row
})

export const deletePasskey = implement(contracts.deletePasskey, async (ctx, { id }) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(queries.deletePasskey, { id, user })
  if (!row) throw notFound('passkey', id, 'List yours with {listPasskeys}.')
  enterOwnLog(ctx)
  ctx.emit(passkeyDeleted, { user_id: user, passkey_id: row.id, name: row.name })
  ctx.target(row.id)
  return { ...row, deleted_at: ctx.clock.now().toISOString() }
})
