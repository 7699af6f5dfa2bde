import type { z } from 'zod'
import { userOf, type TxContext } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/postgres.ts'
import { deadMilliseconds } from '../../../platform/tunnel-protocol.ts'
import type { Tunnel } from './tunnels.contract.ts'
import { heldTunnels, tunnelById, type TunnelRow } from './tunnels.queries.ts'

/** The row that the secret box binds a machine's frame-signing key to. */
export const serverKeyPlace = (org: string, tunnel: string): string => `tunnel server key ${org} ${tunnel}`

export async function requireTunnel(ctx: TxContext, id: string): Promise<TunnelRow> {
  const row = await ctx.tx.row(tunnelById, { org: ctx.org, id })
  if (!row) throw notFound('machine', id, 'List them with {listTunnels}.')
  return row
}

/** A machine acts on requests of its owner and of nobody else. */
export async function requireOwnTunnel(ctx: TxContext, id: string): Promise<TunnelRow> {
  const row = await requireTunnel(ctx, id)
  if (row.user_id !== userOf(ctx)) throw new Refusal('forbidden', `Only ${row.handle}, whose machine this is, may do this.`)
  return row
}

export function requirePaired<Row extends TunnelRow>(row: Row): Row & { public_key: Buffer } {
  if (!row.public_key) throw new Refusal('conflict', 'This machine is not paired yet. Confirm the fingerprint it shows: {confirmTunnel}.')
  return row as Row & { public_key: Buffer }
}

export function isOnline({ node_id, last_seen_at }: TunnelRow, now: Date): boolean {
  return node_id !== null && last_seen_at !== null && now.getTime() - new Date(last_seen_at).getTime() < deadMilliseconds
}

export function shownTunnel(row: TunnelRow, now: Date): z.input<typeof Tunnel> {
  const expired = row.nonce_expires_at !== null && new Date(row.nonce_expires_at) <= now
  return {
    id: row.id,
    name: row.name,
    owner: { id: row.user_id, handle: row.handle, name: row.owner_name },
    status: !row.public_key ? 'pairing' : isOnline(row, now) ? 'online' : 'offline',
    fingerprint: row.fingerprint,
    pairing: row.nonce_expires_at
      ? {
          state: expired ? 'expired' : row.claimed_at ? 'claimed' : 'waiting',
          expires_at: row.nonce_expires_at,
          fingerprint: row.claimed_fingerprint,
          hostname: row.claimed_hostname,
          platform: row.claimed_platform,
        }
      : null,
    hostname: row.hostname,
    platform: row.platform,
    client_version: row.client_version,
    actions: row.actions,
    ports: row.ports,
    runs: row.run_offer,
    paired_at: row.paired_at,
    last_seen_at: row.last_seen_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  }
}

/** Which of a node's machines are still held with the given fence (null: by anyone), and whether an action is waiting to be sent to each. */
export async function stillHeld(
  { database }: { database: Database; clock: Clock },
  held: readonly { id: string; fence: number | null }[],
): Promise<Map<string, boolean>> {
  const rows = await database.identify(heldTunnels, { ids: held.map(({ id }) => id), fences: held.map(({ fence }) => fence) })
  return new Map(rows.map(({ id, waiting }) => [id, waiting]))
}
