import { userOf, type Context, type TxContext } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { fingerprintOf, type OfferedSigner } from '../../../platform/tunnel-protocol.ts'
import { requireOwnTunnel, requirePaired, requireTunnel } from '../tunnels/require-tunnel.ts'
import * as contracts from './actions.contract.ts'
import { signerConfirmed, signerOffered } from './actions.events.ts'
import * as queries from './actions.queries.ts'

/** This establishes no trust yet: the machine's owner has to confirm the fingerprint on the machine. */
export const offerTunnelSigner = implement(contracts.offerTunnelSigner, async (ctx, { tunnel, passkey }) => {
  const row = requirePaired(await requireOwnTunnel(ctx, tunnel))
  const user = userOf(ctx)
  const key = await ctx.tx.row(queries.ownPasskey, { id: passkey })
  if (!key) throw notFound('passkey', passkey, 'List yours with {listPasskeys}.')
  const fingerprint = fingerprintOf(key.public_key)
  const { public_key: _, ...signer } = await ctx.tx.one(queries.insertSigner, {
    org: ctx.org,
    tunnel: row.id,
    ...key,
    user,
    fingerprint,
    now: ctx.clock.now(),
  })
  ctx.emit(signerOffered, { signer: { name: key.name, fingerprint }, tunnel_id: row.id, owner_id: user })
  ctx.target(row.id)
  return signer
})

export const listTunnelSigners = implement(contracts.listTunnelSigners, async (ctx, { tunnel }) => {
  const { id } = await requireTunnel(ctx, tunnel)
  const rows = await ctx.tx.rows(queries.signersOf, { org: ctx.org, tunnel: id })
  return { items: rows.map(({ public_key: _, ...row }) => row) }
})

export async function offeredSigners(ctx: TxContext, tunnel: string): Promise<OfferedSigner[]> {
  const rows = await ctx.tx.rows(queries.signersOf, { org: ctx.org, tunnel })
  return rows.map(({ credential_id, public_key, fingerprint, name }) => ({
    credential_id,
    public_key: public_key.toString('base64url'),
    fingerprint,
    name,
  }))
}

export async function confirmSigners(ctx: Context, tunnel_id: string, fingerprints: string[]): Promise<void> {
  const changed = await ctx.tx.rows(queries.confirmSigners, { org: ctx.org, tunnel: tunnel_id, fingerprints, now: ctx.clock.now() })
  for (const { name, fingerprint, user_id } of changed)
    ctx.emit(signerConfirmed, { signer: { name, fingerprint }, tunnel_id, owner_id: user_id })
}
