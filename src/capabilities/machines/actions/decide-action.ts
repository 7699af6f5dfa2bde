import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import { userOf, type Context, type OutsideContext } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { approvalChallenge, type Approval } from '../../../platform/tunnel-protocol.ts'
import { relyingParty } from '../../identity/passkeys/passkeys-of.ts'
import { requireOwnTunnel } from '../tunnels/require-tunnel.ts'
import { shownAction, summaryForLog } from './action.ts'
import * as contracts from './actions.contract.ts'
import { actionApproved, actionDenied } from './actions.events.ts'
import * as queries from './actions.queries.ts'

type Approving = z.output<typeof contracts.approveTunnelAction.input>
type Response = Approving['response']

/**
 * The signature is checked here so that someone who signed the wrong thing learns of it at once. The machine has the final say: it
 * checks everything again, against keys that were confirmed on it.
 */
export const approveTunnelAction = implement(contracts.approveTunnelAction, {
  prepare: (ctx, input) => checkSignature(ctx, input).catch((error: unknown) => error),
  handle(ctx, { tunnel, action, response }, wrong) {
    // Thrown here and not in `prepare`, so that a retried call is recognized as one first.
    if (wrong) throw wrong as Error
    return decide(ctx, tunnel, action, { credential_id: response.id, response })
  },
})

async function checkSignature(ctx: OutsideContext, { tunnel, action: id, response }: Approving): Promise<void> {
  const user = userOf(ctx)
  const [action, signer] = await ctx.transaction('read', async (inside) => {
    await requireOwnTunnel(inside, tunnel)
    const signers = await inside.tx.rows(queries.signersOf, { org: ctx.org, tunnel })
    const found = await inside.tx.row(queries.actionById, { org: ctx.org, tunnel, id, user })
    return [found, signers.find((one) => one.credential_id === response.id && one.user_id === user)] as const
  })
  if (!action) throw noAction(id)
  if (!signer) throw new Refusal('forbidden', 'This passkey was not offered to this machine. Offer it first: {offerTunnelSigner}.')
  const shown = { machine: tunnel, action: action.action, arguments: shownAction(action).arguments, expires_at: action.expires_at }
  if (!(await isSignedBy(ctx, signer.public_key, approvalChallenge(shown), response)))
    throw new Refusal('forbidden', 'This is not a signature of exactly this action. Read it again and sign its challenge.')
}

async function isSignedBy({ services }: OutsideContext, key: Buffer, expectedChallenge: string, response: Response): Promise<boolean> {
  const party = relyingParty(services.config)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const checked = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: response.id, publicKey: new Uint8Array(key), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null) // the library throws for whatever it does not accept
  return checked?.verified ?? false
}

const noAction = (id: string): Refusal => notFound('action', id, 'List what was asked with {listTunnelActionHistory}.')

export const denyTunnelAction = implement(contracts.denyTunnelAction, (ctx, { tunnel, action }) => decide(ctx, tunnel, action, null))

async function decide(ctx: Context, tunnel: string, id: string, approval: Approval | null) {
  await requireOwnTunnel(ctx, tunnel)
  const decision = {
    org: ctx.org,
    tunnel,
    id,
    state: approval ? 'approved' : 'denied',
    user: userOf(ctx),
    now: ctx.clock.now(),
    approval: approval && JSON.stringify(approval),
  }
  const decided = await ctx.tx.row(queries.decideAction, decision)
  if (!decided) {
    const found = await ctx.tx.row(queries.actionById, { org: ctx.org, tunnel, id, user: decision.user })
    if (!found) throw noAction(id)
    throw new Refusal('conflict', found.state === 'queued' ? 'Its time is over. Ask for it again.' : 'It was decided before.', {
      state: found.state,
    })
  }
  ctx.emit(approval ? actionApproved : actionDenied, summaryForLog(decided))
  ctx.target(id)
  return shownAction(decided)
}
