import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Name, PersonName, stamps } from '../../vocabulary.contract.ts'

const read = { realm: 'organization', permission: 'tunnel:read', effect: 'read' } as const
const write = { realm: 'organization', permission: 'tunnel:write' } as const
const system = { realm: 'organization', permission: 'system', effect: 'change' } as const
const one = { id: 'tunnel' }

export const TunnelRef = ref('tunnel', Id)

/** The first 160 bits of a SHA-256, as hex digits in groups of four. */
const Fingerprint = z
  .string()
  .trim()
  .max(60)
  .regex(/^[0-9a-f]{4}(-[0-9a-f]{4}){9}$/, 'must be the ten groups of four characters that the machine shows')

export const Risk = z.enum(['read', 'write', 'danger'])
export const AllowedAction = z.object({ name: z.string(), description: z.string(), risk: Risk, schema: z.record(z.string(), z.unknown()) })
/** Text from the machine itself: displayed, never trusted. */
const fact = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of text')

const Pairing = z.object({
  state: z.enum(['waiting', 'claimed', 'expired']),
  expires_at: Timestamp,
  /** Fingerprint of the key that claimed the pairing. Compare it with what the machine itself shows before you confirm. */
  fingerprint: z.string().nullable(),
  hostname: z.string().nullable(),
  platform: z.string().nullable(),
})

const client = z
  .string()
  .max(64)
  .regex(/^[a-z0-9][a-z0-9._-]*$/)
const RunOffer = z.object({
  /** By id or handle. */
  people: z.array(z.string().max(100)).max(100),
  clients: z.array(z.object({ name: client, protocol: z.enum(['acp', 'command']) })).max(50),
  at_once: z.int().min(0).max(100),
  quiet: z.boolean(),
})

export const Tunnel = z.object({
  id: Id,
  name: z.string(),
  owner: PersonName,
  status: z.enum(['pairing', 'online', 'offline']),
  fingerprint: z.string().nullable(),
  pairing: Pairing.nullable(),
  hostname: z.string().nullable(),
  platform: z.string().nullable(),
  client_version: z.string().nullable(),
  /** What the machine says it allows; its own file decides. */
  actions: z.array(AllowedAction),
  ports: z.array(z.int()),
  /** For whom the machine starts agents and which ones, according to its own file; null: it starts none. */
  runs: RunOffer.nullable(),
  paired_at: Timestamp.nullable(),
  last_seen_at: Timestamp.nullable(),
  ...stamps,
})

components({ Tunnel, TunnelPairing: Pairing, AllowedAction, RunOffer })

const stale_after = ['tunnel.*']

export const listTunnels = contract({
  ...read,
  summary: 'List the machines of the organization',
  stale_after,
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Tunnel),
  http: [{ method: 'GET', path: '/api/tunnels' }],
})

export const registerTunnel = contract({
  ...write,
  effect: 'create',
  summary: 'Start pairing a machine; the nonce is shown once and works once, within ten minutes',
  needs_proven_email: true,
  secret_output: true,
  creates: { ref: 'tunnel', field: 'id' },
  input: z.strictObject({ name: Name }),
  output: z.object({ id: Id, name: z.string(), nonce: z.string(), expires_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/tunnels/register' }],
})

export const claimTunnel = contract({
  summary: 'A machine brings the nonce and its public key; nothing is paired until a person confirms the key’s fingerprint',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({
    nonce: z.string().min(20).max(100),
    public_key: z
      .string()
      .max(43)
      .regex(/^[\w-]{43}$/, 'must be the 32 bytes of an Ed25519 key as base64url'),
    hostname: fact.optional(),
    platform: fact.optional(),
  }),
  output: z.object({
    id: Id,
    organization_id: Id,
    name: z.string(),
    fingerprint: z.string(),
    /** Verifies the signature of frames sent to this machine. */
    server_public_key: z.string(),
    /** The site that passkeys sign for: a signature made for any other site is invalid. */
    origin: z.string(),
    rp_id: z.string(),
  }),
  http: [{ method: 'POST', path: '/api/tunnels/claim' }],
  rehearsal: { input: { nonce: '$tunnel_nonce', public_key: 'A'.repeat(43) } },
})

export const confirmTunnel = contract({
  ...write,
  effect: 'change',
  summary: 'Pair a machine by sending back the fingerprint that it shows; the id alone is not enough',
  needs_person: true,
  input: z.strictObject({ tunnel: TunnelRef, fingerprint: Fingerprint }),
  output: Tunnel,
  http: [{ method: 'POST', path: '/api/tunnels/:id/confirm', params: one }],
  rehearsal: { input: { tunnel: '$claimed_tunnel', fingerprint: '$claimed_fingerprint' } },
})

export const heartbeatTunnel = contract({
  ...write,
  effect: 'change',
  summary: 'Send a heartbeat for a machine that cannot hold a connection; connected machines do so by themselves',
  input: z.strictObject({ tunnel: TunnelRef }),
  output: z.object({ id: Id, status: z.enum(['online', 'offline']), last_seen_at: Timestamp, waiting_actions: z.int() }),
  http: [{ method: 'POST', path: '/api/tunnels/heartbeat' }],
  rehearsal: { input: { tunnel: '$paired_tunnel' } },
})

export const getTunnel = contract({
  ...read,
  summary: 'Get a machine',
  stale_after,
  input: z.strictObject({ tunnel: TunnelRef }),
  output: Tunnel,
  http: [{ method: 'GET', path: '/api/tunnels/:id', params: one }],
})

export const updateTunnel = contract({
  ...write,
  effect: 'change',
  summary: 'Rename your machine',
  input: z.strictObject({ tunnel: TunnelRef, name: Name.optional(), version: Version.optional() }),
  output: Tunnel,
  http: [{ method: 'PUT', path: '/api/tunnels/:id', params: one }],
})

export const deleteTunnel = contract({
  ...write,
  effect: 'delete',
  summary: 'Remove your machine or, as an admin, any machine; its key is refused and its connection cut within a second',
  input: z.strictObject({ tunnel: TunnelRef }),
  output: Tunnel.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/tunnels/:id', params: one }],
})

export const getTunnelStatus = contract({
  ...read,
  summary: 'Whether a machine is connected',
  stale_after,
  input: z.strictObject({ tunnel: TunnelRef }),
  output: z.object({
    id: Id,
    status: Tunnel.shape.status,
    connected_at: Timestamp.nullable(),
    last_seen_at: Timestamp.nullable(),
    waiting_actions: z.int(),
  }),
  http: [{ method: 'GET', path: '/api/tunnels/:id/status', params: one }],
})

// Called by the door that holds the machine's connection, on behalf of the machine and not of a user.

const held = { tunnel_id: Id, fence: z.int().min(1) }
export const OfferedSigner = z.object({ credential_id: z.string(), public_key: z.string(), fingerprint: z.string(), name: z.string() })

export const connectTunnel = contract({
  ...system,
  summary: 'A machine has answered a challenge; from now on this node holds it',
  input: z.strictObject({
    tunnel_id: Id,
    challenge: z.string().max(1000),
    challenged_at: Timestamp,
    signature: z.string().max(200),
    node_id: Id,
    node_url: z.string().max(300),
  }),
  output: z.object({ fence: z.int(), user_id: Id, signers: z.array(OfferedSigner) }),
})

export const reportTunnel = contract({
  ...system,
  summary: 'A machine says what it allows',
  input: z.strictObject({
    ...held,
    client_version: fact,
    actions: z
      .array(
        z.strictObject({
          name: z
            .string()
            .max(64)
            .regex(/^[a-z0-9][a-z0-9._-]*$/),
          description: z.string().max(300),
          risk: Risk,
          schema: z.record(z.string().max(100), z.unknown()),
        }),
      )
      .max(100),
    ports: z.array(z.int().min(1).max(65_535)).max(100),
    signers: z.array(z.string().max(60)).max(50),
    last_seq: z.int().min(0),
    runs: RunOffer.nullable().default(null),
  }),
  output: z.object({ id: Id }),
})

export const touchTunnel = contract({
  ...system,
  summary: 'A connected machine has sent a heartbeat',
  input: z.strictObject(held),
  output: z.object({ held: z.boolean() }),
})

export const disconnectTunnel = contract({
  ...system,
  summary: 'The connection of a machine has ended',
  input: z.strictObject(held),
  output: z.object({ id: Id }),
})

export const expireTunnel = contract({
  ...system,
  job: true,
  summary: 'Note that a machine is gone whose node ended without a word',
  input: z.strictObject(held),
  output: z.object({ expired: z.boolean() }),
})

export const openTunnelStream = contract({
  ...write,
  effect: 'change',
  summary: 'Ask a machine for a connection to one of its allowed ports',
  input: z.strictObject({ tunnel: TunnelRef, port: z.int().min(1).max(65_535), stream: Id, token: z.string().max(2000) }),
  output: z.object({ node_id: Id, frame: z.object({ body: z.string(), signature: z.string() }) }),
  rehearsal: { input: { tunnel: '$paired_tunnel', port: 3000 } },
})
