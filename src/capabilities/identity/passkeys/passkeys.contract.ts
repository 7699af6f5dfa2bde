import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { Login } from '../login/login.contract.ts'
import { Name } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url')

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.object({}).default({}),
}
const transports = z
  .array(
    z
      .string()
      .max(20)
      .regex(/^[\w-]*$/),
  )
  .max(10)
  .optional()

const Attestation = z.object({
  challenge_id: Id,
  response: z
    .object({ ...credential, response: z.object({ clientDataJSON: bytes(8000), attestationObject: bytes(60_000), transports }) })
    .describe('What navigator.credentials.create() gave, as its toJSON() writes it'),
})

/** Proof of a passkey, wherever one is asked for: login, second factor, step-up. */
export const Assertion = z.object({
  challenge_id: Id.describe('From POST /api/auth/passkey/authenticate/begin'),
  response: z
    .object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes(8000),
        authenticatorData: bytes(8000),
        signature: bytes(8000),
        userHandle: bytes(200).nullish(),
      }),
    })
    .describe('What navigator.credentials.get() gave, as its toJSON() writes it'),
})

const challenge = { challenge_id: Id, expires_at: Timestamp }
const Type = z.literal('public-key')

const CreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: Type, alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(z.object({ id: z.string(), type: Type, transports: z.array(z.string()) })),
    authenticatorSelection: z.object({ residentKey: z.string(), requireResidentKey: z.boolean(), userVerification: z.string() }),
    attestation: z.string(),
  })
  .describe('For PublicKeyCredential.parseCreationOptionsFromJSON()')

const RequestOptions = z
  .object({ challenge: z.string(), rpId: z.string(), timeout: z.int(), userVerification: z.string() })
  .describe('For PublicKeyCredential.parseRequestOptionsFromJSON()')

const Passkey = z.object({
  id: Id,
  name: z.string(),
  synced: z.boolean(),
  second_factor: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})

components({
  PasskeyAttestation: Attestation,
  PasskeyAssertion: Assertion,
  PasskeyCreationOptions: CreationOptions,
  PasskeyRequestOptions: RequestOptions,
  Passkey,
})

const SecondFactor = z.boolean().describe('Other ways to log in then ask for this passkey as well')

export const beginPasskeyRegistration = contract({
  summary: 'Start adding a passkey',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({}),
  output: z.object({ ...challenge, options: CreationOptions }),
  http: [{ method: 'POST', path: '/api/auth/passkey/register/begin' }],
})

export const finishPasskeyRegistration = contract({
  summary: 'Add the passkey that the authenticator has made',
  realm: 'identity',
  permission: 'self',
  effect: 'create',
  needs_person: true,
  input: z.strictObject({ name: Name, second_factor: SecondFactor.default(false), passkey: Attestation }),
  output: Passkey,
  http: [{ method: 'POST', path: '/api/auth/passkey/register/finish' }],
  creates: { ref: 'passkey', field: 'id' },
  rehearsal: { input: { passkey: '$new_passkey' } },
})

export const beginPasskeyLogin = contract({
  summary: 'Start proving a passkey, whosever it is',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({}),
  output: z.object({ ...challenge, options: RequestOptions }),
  http: [{ method: 'POST', path: '/api/auth/passkey/authenticate/begin' }],
})

export const finishPasskeyLogin = contract({
  summary: 'Log in with only a passkey, which counts as two factors',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({ passkey: Assertion }),
  output: Login,
  http: [{ method: 'POST', path: '/api/auth/passkey/authenticate/finish' }],
  secret_output: true,
  rehearsal: { input: { passkey: '$passkey_proof' } },
})

export const listPasskeys = contract({
  summary: 'List your passkeys, newest first',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['passkey.*', 'session.started', 'session.stepped_up'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Passkey),
  http: [{ method: 'GET', path: '/api/settings/passkeys' }],
})

export const updatePasskey = contract({
  summary: 'Rename a passkey, or set whether it is a second factor',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ id: ref('passkey', Id), name: Name.optional(), second_factor: SecondFactor.optional() }),
  output: Passkey,
  http: [{ method: 'PATCH', path: '/api/settings/passkeys/:id' }],
})

export const deletePasskey = contract({
  summary: 'Delete a passkey',
  realm: 'identity',
  permission: 'self',
  effect: 'delete',
  needs_person: true,
  input: z.strictObject({ id: ref('passkey', Id) }),
  output: Passkey.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/settings/passkeys/:id' }],
})
