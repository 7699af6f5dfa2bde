import { z } from 'zod'
import { Id, Timestamp, contract, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Markdown } from '../../vocabulary.contract.ts'
import { TunnelRef } from '../tunnels/tunnels.contract.ts'

const write = { realm: 'organization', permission: 'tunnel:write', effect: 'create' } as const

const Receipt = z.object({
  id: Id,
  tunnel_id: Id,
  user_id: Id,
  /** The exact text that the machine signed. */
  body: z.string(),
  signature: z.string(),
  /** The machine’s Ed25519 key: 32 bytes as base64url. */
  public_key: z.string(),
  fingerprint: z.string(),
  rank: z.enum(['reported', 'observed']),
  /** Why it ranks no higher than `reported`; empty if it is `observed`. */
  reasons: z.array(z.string()),
  feature_id: Id.nullable(),
  task_id: Id.nullable(),
  evidence_id: Id.nullable(),
  created_at: Timestamp,
})

components({ Receipt })

export const takeReceiptNonce = contract({
  ...write,
  summary: 'Get a nonce before a command runs: valid for one receipt from this machine, for four hours',
  secret_output: true,
  input: z.strictObject({ tunnel: TunnelRef }),
  output: z.object({ nonce: z.string(), expires_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/receipts/nonce' }],
  rehearsal: { input: { tunnel: '$paired_tunnel' } },
})

export const submitReceipt = contract({
  ...write,
  summary: 'Submit what a paired machine has signed about a command; it becomes evidence for the gate or task it names',
  creates: { ref: 'receipt', field: 'id' },
  input: z.strictObject({
    tunnel: TunnelRef,
    body: z.string().max(200_000),
    signature: z.string().max(200),
    /** The command's output, if it is short; its SHA-256 must match the signed one. */
    output: Markdown.optional(),
  }),
  output: Receipt,
  http: [{ method: 'POST', path: '/api/receipts' }],
  rehearsal: { input: { tunnel: '$paired_tunnel', body: '$receipt_body', signature: '$receipt_signature', output: '' } },
})

export const getReceipt = contract({
  summary: 'Get a receipt with everything needed to verify it without this server',
  realm: 'organization',
  permission: 'tunnel:read',
  effect: 'read',
  stale_after: ['receipt.*'],
  input: z.strictObject({ receipt: ref('receipt', Id) }),
  output: Receipt,
  http: [{ method: 'GET', path: '/api/receipts/:id', params: { id: 'receipt' } }],
})
