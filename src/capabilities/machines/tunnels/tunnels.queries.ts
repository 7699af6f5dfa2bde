import { insert, sql } from '../../../platform/postgres.ts'
import type { AllowedAction, RunOffer } from '../../../platform/tunnel-protocol.ts'

export interface TunnelRow {
  id: string
  name: string
  user_id: string
  handle: string
  owner_name: string
  public_key: Buffer | null
  fingerprint: string | null
  server_key: Buffer
  hostname: string | null
  platform: string | null
  client_version: string | null
  actions: AllowedAction[]
  ports: number[]
  run_offer: RunOffer | null
  node_id: string | null
  fence: number
  paired_at: string | null
  connected_at: string | null
  last_seen_at: string | null
  created_at: string
  updated_at: string
  version: number
  nonce_expires_at: string | null
  claimed_at: string | null
  claimed_key: Buffer | null
  claimed_fingerprint: string | null
  claimed_hostname: string | null
  claimed_platform: string | null
}

const columns = `t.id, t.name, t.user_id, u.handle, u.name as owner_name, t.public_key, t.fingerprint, t.server_key, t.hostname, t.platform,
  t.client_version, t.actions, t.ports, t.run_offer, t.node_id, t.fence, t.paired_at, t.connected_at, t.last_seen_at, t.created_at, t.updated_at, t.version,
  p.expires_at as nonce_expires_at, p.claimed_at, p.public_key as claimed_key, p.fingerprint as claimed_fingerprint, p.hostname as claimed_hostname,
  p.platform as claimed_platform`
const from = `from tunnels t join users u on u.id = t.user_id left join tunnel_pairings p on p.org_id = t.org_id and p.tunnel_id = t.id
  where t.org_id = :org and t.deleted_at is null` as const

export const listTunnels = sql(`select ${columns} ${from} and t.id > :after order by t.id limit :limit`).as<TunnelRow>()
export const tunnelById = sql(`select ${columns} ${from} and t.id = :id`).as<TunnelRow>()
// Serializes two confirmations, or a confirmation and a deletion: the second sees what the first has done.
export const lockTunnel = sql('select true as locked from tunnels where org_id = :org and id = :id for update')
export const countWaiting = sql(`select count(*)::integer as count from tunnel_actions
  where org_id = :org and tunnel_id = :id and state in ('queued', 'approved', 'sent', 'acknowledged')`).as<{ count: number }>()

export const insertTunnel = sql(
  insert('tunnels', ['org_id', 'id', 'user_id', 'name', 'server_key', 'server_public_key', 'created_at', 'updated_at']),
)
export const insertPairing = sql(insert('tunnel_pairings', ['org_id', 'tunnel_id', 'nonce_hash', 'expires_at']))
export const claimPairing = sql(
  'select org_id, tunnel_id, user_id, name, server_public_key from app.claim_tunnel(:nonce, :key, :fingerprint, :hostname, :platform, :now)',
).as<{ org_id: string; tunnel_id: string; user_id: string; name: string; server_public_key: Buffer }>()
export const removePairing = sql('delete from tunnel_pairings where org_id = :org and tunnel_id = :id')
export const pairTunnel =
  sql(`update tunnels set public_key = :claimed_key, fingerprint = :claimed_fingerprint, hostname = :claimed_hostname,
    platform = :claimed_platform, paired_at = :now, updated_at = :now, version = version + 1 where org_id = :org and id = :id`)
export const renameTunnel = sql(
  'update tunnels set name = :name, updated_at = :now, version = version + 1 where org_id = :org and id = :id',
)
export const deleteTunnel = sql(`update tunnels set deleted_at = :now, updated_at = :now, node_id = null, version = version + 1
  where org_id = :org and id = :id`)
export const noteHeartbeat = sql('update tunnels set last_seen_at = :now where org_id = :org and id = :id')

/** Each challenge is valid once: an answer to one that isn't newer than the last is a replay. */
export const holdTunnel =
  sql(`update tunnels set fence = fence + 1, node_id = :node_id, node_url = :node_url, challenged_at = :challenged_at, connected_at = :now,
    last_seen_at = :now where org_id = :org and id = :id and (challenged_at is null or challenged_at < :challenged_at) returning fence`).as<{
    fence: number
  }>()
export const noteReport =
  sql(`update tunnels set client_version = :client_version, actions = :actions::jsonb, ports = :ports, run_offer = :run_offer::jsonb,
    action_seq = greatest(action_seq, :last_seq), last_seen_at = :now where org_id = :org and id = :id and fence = :fence returning name`).as<{
    name: string
  }>()
export const touchTunnel = sql(
  'update tunnels set last_seen_at = :now where org_id = :org and id = :id and fence = :fence and deleted_at is null returning true as held',
)
export const releaseTunnel = sql(
  'update tunnels set node_id = null, node_url = null where org_id = :org and id = :id and fence = :fence and node_id is not null returning name',
).as<{ name: string }>()

export const heldTunnels = sql('select id, waiting from app.tunnels_held(:ids::uuid[], :fences::bigint[])').as<{
  id: string
  waiting: boolean
}>()
