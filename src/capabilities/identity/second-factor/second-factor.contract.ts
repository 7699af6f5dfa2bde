import { z } from 'zod'
import { Timestamp, contract } from '../../../kernel/contract.ts'
import { Login } from '../login/login.contract.ts'
import { Assertion } from '../passkeys/passkeys.contract.ts'
import { components } from '../../components.contract.ts'

export const TotpCode = z.string().regex(/^\d{6}$/, 'must be six digits')
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()).describe('Each works once; they are shown now and never again') })

components({ RecoveryCodes })

export const proveSecondFactor = contract({
  summary: 'Finish a login that asked for a second factor',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({
    token: z.string().min(20).max(100).describe('From the answer that asked: second_factor.token. Five tries within five minutes'),
    totp: TotpCode.optional(),
    recovery_code: z.string().min(8).max(40).optional(),
    passkey: Assertion.optional(),
  }),
  output: Login,
  http: [{ method: 'POST', path: '/api/auth/second-factor' }],
  secret_output: true,
  rehearsal: { input: { token: '$pending_login', recovery_code: '$recovery_code' } },
})

export const getSecondFactor = contract({
  summary: 'Which second factors your logins require',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['totp.*', 'recovery_codes.renewed', 'passkey.*', 'session.started'],
  input: z.strictObject({}),
  output: z.object({ required: z.boolean(), totp: z.boolean(), passkeys: z.int(), recovery_codes_left: z.int() }),
  http: [{ method: 'GET', path: '/api/settings/second-factor' }],
})

export const beginTotp = contract({
  summary: 'Create the secret for an authenticator app; it takes effect once you confirm a code',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  secret_output: true,
  input: z.strictObject({}),
  output: z.object({ secret: z.string(), url: z.string().describe('otpauth:// address, to be shown as a QR code'), expires_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/settings/totp/begin' }],
})

export const confirmTotp = contract({
  summary: 'Turn on the authenticator app with a code from it; returns new recovery codes',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  secret_output: true,
  input: z.strictObject({ code: TotpCode }),
  output: RecoveryCodes,
  http: [{ method: 'POST', path: '/api/settings/totp/confirm' }],
  rehearsal: { input: { code: '$totp_code' }, newcomer: true },
})

export const removeTotp = contract({
  summary: 'Turn off the authenticator app',
  realm: 'identity',
  permission: 'self',
  effect: 'delete',
  needs_person: true,
  input: z.strictObject({}),
  output: z.object({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/settings/totp' }],
  rehearsal: { after: 'confirmTotp', newcomer: true },
})

export const renewRecoveryCodes = contract({
  summary: 'Replace your recovery codes with ten new ones',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  secret_output: true,
  input: z.strictObject({}),
  output: RecoveryCodes,
  http: [{ method: 'POST', path: '/api/settings/recovery-codes' }],
})
