import { nobody, userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { fingerprintOf, newKeyPair } from '../../../platform/tunnel-protocol.ts'
import { relyingParty } from '../../identity/passkeys/passkeys-of.ts'
import { requireOwnTunnel, requireTunnel, serverKeyPlace, shownTunnel } from './require-tunnel.ts'
import * as contracts from './tunnels.contract.ts'
import { tunnelClaimed, tunnelPaired, tunnelRegistered } from './tunnels.events.ts'
import * as queries from './tunnels.queries.ts'

const nonceMinutes = 10

export const registerTunnel = implement(contracts.registerTunnel, async (ctx, { name }) => {
  const now = ctx.clock.now()
  const id = newId()
  // The nonce is a command line argument: without the prefix, a leading dash would make it an option.
  const nonce = `pair_${newSecret()}`
  const expires_at = new Date(now.getTime() + nonceMinutes * 60_000)
  const { privateKey, publicKey } = newKeyPair()
  await ctx.tx.rows(queries.insertTunnel, {
    org: ctx.org,
    id,
    user_id: userOf(ctx),
    name,
    server_key: ctx.services.secretBox.seal(privateKey, serverKeyPlace(ctx.org, id)),
    server_public_key: publicKey,
    created_at: now,
    updated_at: now,
  })
  await ctx.tx.rows(queries.insertPairing, { org: ctx.org, tunnel_id: id, nonce_hash: digest(nonce), expires_at })
  ctx.emit(tunnelRegistered, { tunnel: { id, name } })
  ctx.target(id)
  return { id, name, nonce, expires_at: expires_at.toISOString() }
})

/** The first to present the nonce claims the pairing; the owner verifies by the fingerprint that it was the right machine. */
export const claimTunnel = implement(contracts.claimTunnel, async (ctx, { nonce, public_key, hostname, platform }) => {
  const key = Buffer.from(public_key, 'base64url')
  const fingerprint = fingerprintOf(key)
  const claimed = await ctx.tx.row(queries.claimPairing, {
    nonce: digest(nonce),
    key,
    fingerprint,
    hostname: hostname ?? null,
    platform: platform ?? null,
    now: ctx.clock.now(),
  })
  if (!claimed) throw new Refusal('unauthenticated', 'This nonce was used, has expired or is mistyped. Start again: {registerTunnel}.')
  ctx.enter(nobody, claimed.org_id)
  ctx.emit(tunnelClaimed, { tunnel: { id: claimed.tunnel_id, name: claimed.name } })
  ctx.target(claimed.tunnel_id)
  const { origin, id: rp_id } = relyingParty(ctx.services.config)
  return {
    id: claimed.tunnel_id,
    organization_id: claimed.org_id,
    name: claimed.name,
    fingerprint,
    server_public_key: claimed.server_public_key.toString('base64url'),
    origin,
    rp_id,
  }
})

export const confirmTunnel = implement(contracts.confirmTunnel, async (ctx, { tunnel, fingerprint }) => {
  await ctx.tx.rows(queries.lockTunnel, { org: ctx.org, id: tunnel })
  const row = await requireOwnTunnel(ctx, tunnel)
  const now = ctx.clock.now()
  if (row.public_key) throw new Refusal('conflict', 'This machine is paired already. To pair another, register it: {registerTunnel}.')
  const { claimed_key, claimed_fingerprint, claimed_hostname, claimed_platform, nonce_expires_at } = row
  if (!claimed_key || !claimed_fingerprint || !nonce_expires_at)
    throw new Refusal('conflict', 'No machine has brought the nonce yet. Start it there, then compare the fingerprint it shows.')
  if (new Date(nonce_expires_at) <= now)
    throw new Refusal('conflict', 'The ten minutes to pair are over. Register it again: {registerTunnel}.')
  if (fingerprint !== claimed_fingerprint)
    throw new Refusal('conflict', 'Another key has claimed this pairing than the one with this fingerprint. Delete it and register again.')
  await ctx.tx.rows(queries.pairTunnel, {
    org: ctx.org,
    id: row.id,
    claimed_key,
    claimed_fingerprint,
    claimed_hostname,
    claimed_platform,
    now,
  })
  await ctx.tx.rows(queries.removePairing, { org: ctx.org, id: row.id })
  ctx.emit(tunnelPaired, { tunnel: { id: row.id, name: row.name }, fingerprint })
  ctx.target(row.id)
  return shownTunnel(await requireTunnel(ctx, tunnel), now)
})
