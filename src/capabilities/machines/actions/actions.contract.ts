import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { AllowedAction, OfferedSigner, Risk, TunnelRef } from '../tunnels/tunnels.contract.ts'

const read = { realm: 'organization', permission: 'tunnel:read', effect: 'read' } as const
const write = { realm: 'organization', permission: 'tunnel:write' } as const
const person = { ...write, needs_person: true } as const
const system = { realm: 'organization', permission: 'system', effect: 'change' } as const
const one = { id: 'tunnel' }
const oneAction = { id: 'tunnel', action_id: 'action' }

const ActionRef = ref('tunnel_action', Id)
const Arguments = z.record(z.string().max(100), z.unknown())
const State = z.enum(['queued', 'approved', 'denied', 'sent', 'acknowledged', 'done', 'failed', 'unknown'])

const TunnelAction = z.object({
  id: Id,
  tunnel_id: Id,
  action: z.string(),
  risk: Risk,
  arguments: Arguments,
  /** queued: waits for a person's decision. unknown: it can't be determined whether it was done, and it is never retried. */
  state: State,
  requested_by: Id,
  decided_by: Id.nullable(),
  decided_at: Timestamp.nullable(),
  expires_at: Timestamp,
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  acknowledged_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  exit_code: z.int().nullable(),
  output: z.string().nullable(),
  error: z.string().nullable(),
})

const Signer = z.object({
  credential_id: z.string(),
  name: z.string(),
  user_id: Id,
  fingerprint: z.string(),
  offered_at: Timestamp,
  /** When the machine's own file was first seen to list it; null: confirm it on the machine by this fingerprint. */
  confirmed_at: Timestamp.nullable(),
})

components({ TunnelAction, TunnelSigner: Signer })

const stale_after = ['tunnel_action.*', 'tunnel.deleted']

export const listTunnelActions = contract({
  ...read,
  summary: 'List what a machine allows, according to its own file',
  stale_after: ['tunnel.*'],
  input: z.strictObject({ tunnel: TunnelRef }),
  output: z.object({ items: z.array(AllowedAction) }),
  http: [{ method: 'GET', path: '/api/tunnels/:id/actions', params: one }],
})

export const executeTunnelAction = contract({
  ...write,
  effect: 'create',
  summary: 'Ask your machine for one of the actions it allows; a dangerous one waits for a person’s passkey',
  creates: { ref: 'tunnel_action', field: 'id' },
  input: z.strictObject({
    tunnel: TunnelRef,
    action: z.string().min(1).max(64),
    arguments: Arguments.default({}),
    expires_in: z.int().min(5).max(86_400).default(300).describe('Seconds after which the machine no longer begins it'),
  }),
  output: TunnelAction,
  http: [{ method: 'POST', path: '/api/tunnels/:id/actions', params: one }],
  rehearsal: { input: { tunnel: '$paired_tunnel', action: 'deploy' } },
})

export const listTunnelActionHistory = contract({
  ...read,
  summary: 'The actions requested from your machine, newest first',
  stale_after,
  input: z.strictObject({ tunnel: TunnelRef, state: State.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(TunnelAction),
  http: [{ method: 'GET', path: '/api/tunnels/:id/actions/history', params: one }],
})

export const getTunnelAction = contract({
  ...read,
  summary: 'Get an action with its result, or with what must be signed',
  stale_after: [...stale_after, 'tunnel_signer.*'],
  input: z.strictObject({ tunnel: TunnelRef, action: ActionRef }),
  output: TunnelAction.extend({
    /** Set while the action waits for a passkey: what to sign, which is the SHA-256 of machine, action, arguments and expiry. */
    to_sign: z.object({ challenge: z.string(), rp_id: z.string(), credential_ids: z.array(z.string()) }).nullable(),
  }),
  http: [{ method: 'GET', path: '/api/tunnels/:id/actions/:action_id', params: oneAction }],
  rehearsal: { input: { tunnel: '$paired_tunnel' } },
})

const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url')

export const approveTunnelAction = contract({
  ...person,
  effect: 'change',
  summary: 'Approve a dangerous action with a passkey; the machine verifies the signature itself',
  input: z.strictObject({
    tunnel: TunnelRef,
    action: ActionRef,
    response: z
      .object({
        id: bytes(1400),
        rawId: bytes(1400),
        type: z.literal('public-key'),
        response: z.object({
          clientDataJSON: bytes(8000),
          authenticatorData: bytes(8000),
          signature: bytes(8000),
          userHandle: bytes(200).nullish(),
        }),
        clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
      })
      .describe('What navigator.credentials.get() gave, as its toJSON() writes it'),
  }),
  output: TunnelAction,
  http: [{ method: 'POST', path: '/api/tunnels/:id/actions/:action_id/approve', params: oneAction }],
  rehearsal: { input: { tunnel: '$paired_tunnel', action: '$dangerous_action', response: '$dangerous_signature' } },
})

export const denyTunnelAction = contract({
  ...person,
  effect: 'change',
  summary: 'Refuse an action that waits for a person',
  input: z.strictObject({ tunnel: TunnelRef, action: ActionRef }),
  output: TunnelAction,
  http: [{ method: 'POST', path: '/api/tunnels/:id/actions/:action_id/deny', params: oneAction }],
  rehearsal: { input: { tunnel: '$paired_tunnel' } },
})

export const offerTunnelSigner = contract({
  ...person,
  effect: 'change',
  summary: 'Offer one of your passkeys to your machine; it counts once its fingerprint is confirmed on the machine',
  input: z.strictObject({ tunnel: TunnelRef, passkey: ref('passkey', Id) }),
  output: Signer,
  http: [{ method: 'POST', path: '/api/tunnels/:id/signers', params: one }],
  rehearsal: { input: { tunnel: '$paired_tunnel' } },
})

export const listTunnelSigners = contract({
  ...read,
  summary: 'List the passkeys that were offered to a machine',
  stale_after: ['tunnel_signer.*', 'tunnel.deleted'],
  input: z.strictObject({ tunnel: TunnelRef }),
  output: z.object({ items: z.array(Signer) }),
  http: [{ method: 'GET', path: '/api/tunnels/:id/signers', params: one }],
})

export const takeTunnelActions = contract({
  ...system,
  summary: 'The actions that are to be sent to a machine now; after it has connected, also those it has not acknowledged',
  input: z.strictObject({ tunnel_id: Id, fence: z.int().min(1), again: z.boolean() }),
  output: z.object({ frames: z.array(z.object({ body: z.string(), signature: z.string() })), signers: z.array(OfferedSigner) }),
})

export const recordTunnelAction = contract({
  ...system,
  summary: 'What a machine says of an action; each result is taken once',
  input: z.strictObject({
    tunnel_id: Id,
    action_id: Id,
    outcome: z.enum(['acknowledged', 'done', 'failed', 'unknown']),
    exit_code: z.int().nullable(),
    output: z.string().nullable(),
    error: z.string().max(2000).nullable(),
  }),
  output: z.object({ recorded: z.boolean() }),
})

export const expireTunnelAction = contract({
  ...system,
  job: true,
  summary: 'End an action whose time is over',
  input: z.strictObject({ action_id: Id }),
  output: z.object({ expired: z.boolean() }),
})
