import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { canonical, challengeText, deadMilliseconds, isSigned, signFrame, streamMilliseconds } from '../../../platform/tunnel-protocol.ts'
import { confirmSigners, offeredSigners } from '../actions/signers.operations.ts'
import { isOnline, requireOwnTunnel, requirePaired, requireTunnel, serverKeyPlace } from './require-tunnel.ts'
import * as contracts from './tunnels.contract.ts'
import { tunnelConnected, tunnelDisconnected, tunnelUpdated } from './tunnels.events.ts'
import * as queries from './tunnels.queries.ts'

const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)

export const connectTunnel = implement(
  contracts.connectTunnel,
  async (ctx, { tunnel_id: id, challenge, challenged_at, signature, ...node }) => {
    await ctx.tx.rows(queries.lockTunnel, { org: ctx.org, id })
    const row = await requireTunnel(ctx, id)
    const now = ctx.clock.now()
    const key = row.public_key ?? row.claimed_key
    if (!key || !isSigned(key, 'challenge', challengeText(id, challenge), signature))
      throw new Refusal('unauthenticated', 'This is not the machine’s key. Pair it again.')
    // Checked after the signature, so only the machine itself learns that it is still waiting.
    if (!row.public_key)
      throw new Refusal('in_progress', 'Paired as soon as its owner confirms the fingerprint. Connect again in a moment.')
    const held = await ctx.tx.row(queries.holdTunnel, { org: ctx.org, id, challenged_at, now, ...node })
    if (!held) throw new Refusal('unauthenticated', 'This challenge was answered before. Ask for a new one.')
    const { fence } = held
    await ctx.enqueue('expireTunnel', { tunnel_id: id, fence }, { startAfter: later(now, deadMilliseconds) })
    ctx.emit(tunnelConnected, { tunnel: { id, name: row.name } })
    ctx.target(id)
    return { fence, user_id: row.user_id, signers: await offeredSigners(ctx, id) }
  },
)

export const reportTunnel = implement(contracts.reportTunnel, async (ctx, { tunnel_id: id, fence, actions, signers, runs, ...report }) => {
  const before = await requireTunnel(ctx, id)
  const offer = runs && { ...runs, people: runs.people.map((name) => name.replace(/^@/, '')) }
  const run_offer = offer && JSON.stringify(offer)
  const values = { org: ctx.org, id, fence, now: ctx.clock.now(), actions: JSON.stringify(actions), run_offer, ...report }
  const row = await ctx.tx.row(queries.noteReport, values)
  if (!row) throw new Refusal('conflict', 'Another connection of this machine has taken over.')
  await confirmSigners(ctx, id, signers)
  const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other)
  const changed = !isSame(before.actions, actions) || !isSame(before.ports, report.ports) || !isSame(before.run_offer, offer)
  if (changed) ctx.emit(tunnelUpdated, { tunnel: { id, name: row.name } })
  return { id }
})

export const touchTunnel = implement(contracts.touchTunnel, async (ctx, { tunnel_id: id, fence }) => {
  const row = await ctx.tx.row(queries.touchTunnel, { org: ctx.org, id, fence, now: ctx.clock.now() })
  return { held: row !== undefined }
})

export const disconnectTunnel = implement(contracts.disconnectTunnel, async (ctx, { tunnel_id: id, fence }) => {
  const row = await ctx.tx.row(queries.releaseTunnel, { org: ctx.org, id, fence })
  if (row) ctx.emit(tunnelDisconnected, { tunnel: { id, name: row.name } })
  return { id }
})

/** A node that was killed can't report that its machines are gone. While a machine is online, the check is rescheduled. */
export const expireTunnel = implement(contracts.expireTunnel, async (ctx, { tunnel_id: id, fence }) => {
  await ctx.tx.rows(queries.lockTunnel, { org: ctx.org, id })
  const row = await ctx.tx.row(queries.tunnelById, { org: ctx.org, id })
  if (!row?.node_id || row.fence !== fence) return { expired: false }
  if (isOnline(row, ctx.clock.now())) {
    await ctx.enqueue('expireTunnel', { tunnel_id: id, fence }, { startAfter: later(new Date(row.last_seen_at ?? 0), deadMilliseconds) })
    return { expired: false }
  }
  await ctx.tx.rows(queries.releaseTunnel, { org: ctx.org, id, fence })
  ctx.emit(tunnelDisconnected, { tunnel: { id, name: row.name } })
  return { expired: true }
})

export const openTunnelStream = implement(contracts.openTunnelStream, async (ctx, { tunnel, port, stream, token }) => {
  const row = requirePaired(await requireOwnTunnel(ctx, tunnel))
  const now = ctx.clock.now()
  if (!row.node_id || !isOnline(row, now))
    throw new Refusal('unavailable', 'This machine is not connected. Start it: baton tunnel.', { retry_after: 5 })
  if (!row.ports.includes(port)) {
    const allowed = row.ports.length > 0 ? `It allows ${row.ports.join(', ')}.` : 'It allows none.'
    throw new Refusal('forbidden', `This machine does not allow the port ${port}. ${allowed} Add it to the machine’s own file.`)
  }
  const key = ctx.services.secretBox.open(row.server_key, serverKeyPlace(ctx.org, row.id))
  const expires_at = later(now, streamMilliseconds).toISOString()
  ctx.target(row.id)
  return { node_id: row.node_id, frame: signFrame(key, { type: 'open', machine: row.id, stream, port, token, expires_at }) }
})
