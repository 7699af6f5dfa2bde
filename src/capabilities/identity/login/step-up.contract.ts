import { z } from 'zod'
import { Timestamp, contract } from '../../../kernel/contract.ts'
import { Assertion } from '../passkeys/passkeys.contract.ts'
import { TotpCode } from '../second-factor/second-factor.contract.ts'

const MailedCode = z
  .string()
  .regex(/^\d{6}$/, 'must be the six digits of the mail')
  .describe('From the mail of POST /api/auth/otp/send')

export const stepUp = contract({
  summary: 'Prove again that you are present, for operations that require a login within the last ten minutes',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  input: z.strictObject({
    password: z.string().min(1).max(200).optional(),
    totp: TotpCode.optional(),
    code: MailedCode.optional(),
    passkey: Assertion.optional(),
  }),
  output: z.object({ authenticated_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/auth/step-up' }],
  rehearsal: { input: { password: '$password' } },
})
