import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Email, Markdown, Name } from '../../vocabulary.contract.ts'

/** In ALTCHA's format: the challenge a browser has to solve, and its solution. */
const Challenge = z.object({
  parameters: z.record(z.string(), z.unknown()),
  signature: z.string(),
})
const hex = z
  .string()
  .max(200)
  .regex(/^[0-9a-f]*$/i, 'must be hexadecimal')
const Proof = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.string().max(40),
      nonce: hex,
      salt: hex,
      cost: z.int().min(1).max(1_000_000),
      keyLength: z.int().min(1).max(64),
      keyPrefix: hex,
      keySignature: hex.optional(),
      expiresAt: z.number().min(0).max(1e12),
    }),
    signature: hex,
  }),
  solution: z.strictObject({ counter: z.int().min(0).max(4_294_967_295), derivedKey: hex, time: z.number().min(0).max(1e9).optional() }),
})

const ContactMessage = z.object({ id: Id, name: z.string(), email: z.string(), message: z.string(), created_at: Timestamp })
components({ ContactChallenge: Challenge, ContactProof: Proof, ContactMessage })

const stranger = { realm: 'identity', permission: 'anyone' } as const

export const getContactChallenge = contract({
  ...stranger,
  effect: 'read',
  summary: 'A proof of work for the contact form: cheap for one browser, expensive for a spammer',
  stale_after: [],
  input: z.strictObject({}),
  output: Challenge,
  http: [{ method: 'GET', path: '/api/contact/challenge' }],
})

export const sendContactMessage = contract({
  ...stranger,
  effect: 'create',
  summary: 'Write to the administrators of this instance; kept for 180 days',
  input: z.strictObject({
    name: Name,
    email: Email,
    message: Markdown.trim().min(10).max(5000),
    proof: Proof,
    /** A honeypot: people don't see this field and leave it empty. */
    website: z.string().max(500).default(''),
  }),
  output: z.object({ received: z.literal(true) }),
  http: [{ method: 'POST', path: '/api/contact' }],
  rehearsal: { input: { message: 'Is there a plan for us?', proof: '$contact_proof' } },
})

const administrator = { realm: 'instance', permission: 'administrator' } as const

export const listContactMessages = contract({
  ...administrator,
  effect: 'read',
  summary: 'List messages from the contact form, newest first',
  stale_after: [],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(ContactMessage.extend({ erased_at: Timestamp })),
  http: [{ method: 'GET', path: '/api/admin/contact' }],
  rehearsal: { after: 'sendContactMessage' },
})

export const deleteContactMessage = contract({
  ...administrator,
  effect: 'delete',
  summary: 'Delete a message from the contact form for good',
  input: z.strictObject({ id: Id }),
  output: z.object({ id: Id }),
  http: [{ method: 'DELETE', path: '/api/admin/contact/:id' }],
  rehearsal: { input: { id: '$contact_message' } },
})
