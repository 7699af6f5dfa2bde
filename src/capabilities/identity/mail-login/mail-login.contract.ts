import { z } from 'zod'
import { Timestamp, contract } from '../../../kernel/contract.ts'
import { Email } from '../../vocabulary.contract.ts'
import { LoginAnswer, Me, Password } from '../login/login.contract.ts'
import { components } from '../../components.contract.ts'

const Secret = z
  .string()
  .min(20)
  .max(100)
  .regex(/^[\w-]+$/, 'must be what stands after # in the mailed link')

/** The same for every address, so that nobody learns by asking whether it has an account. */
const Accepted = z.object({ accepted: z.literal(true), resend_after: z.int() })

components({ MailAccepted: Accepted })

const asking = {
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({ email: Email }),
  output: Accepted,
  rehearsal: { input: { email: '$new_email' } },
} as const

export const sendCode = contract({
  ...asking,
  summary: 'Mail a one-time login code, if the address has an account',
  http: [{ method: 'POST', path: '/api/auth/otp/send' }],
})

export const verifyCode = contract({
  summary: 'Log in with the mailed code',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({ email: Email, code: z.string().regex(/^\d{6}$/, 'must be the six digits of the mail') }),
  output: LoginAnswer,
  http: [{ method: 'POST', path: '/api/auth/otp/verify' }],
  secret_output: true,
  rehearsal: { input: { email: '$email', code: '$mailed_code' } },
})

export const sendMagicLink = contract({
  ...asking,
  summary: 'Mail a login link, if the address has an account',
  http: [{ method: 'POST', path: '/api/auth/magic-link/send' }],
})

export const verifyMagicLink = contract({
  summary: 'Log in with the mailed link',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({ token: Secret }),
  output: LoginAnswer,
  http: [{ method: 'POST', path: '/api/auth/magic-link/verify' }],
  secret_output: true,
  rehearsal: { input: { token: '$magic_link_token' } },
})

export const forgotPassword = contract({
  ...asking,
  summary: 'Mail a link to choose a new password, if the address has an account',
  http: [{ method: 'POST', path: '/api/auth/forgot-password' }],
})

export const resetPassword = contract({
  summary: 'Choose a new password with the mailed link; ends every login session',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({ token: Secret, password: Password }),
  output: z.object({ email: z.string(), sessions_ended: z.boolean() }),
  http: [{ method: 'POST', path: '/api/auth/reset-password' }],
  rehearsal: { input: { token: '$reset_token' } },
})

export const sendVerification = contract({
  summary: 'Mail a link that confirms your email address, unless it is confirmed or one was sent just now',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  input: z.strictObject({}),
  output: z.object({ requested: z.boolean(), email_verified: z.boolean(), resend_after: z.int() }),
  http: [{ method: 'POST', path: '/api/auth/email/verify/send' }],
})

export const verifyEmail = contract({
  summary: 'Confirm your email address with the mailed link',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  input: z.strictObject({ token: Secret }),
  output: Me,
  http: [{ method: 'POST', path: '/api/auth/email/verify' }],
  rehearsal: { input: { token: '$verify_token' } },
})

export const changeEmail = contract({
  summary: 'Mail a link to a new email address; it is yours once you confirm it',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ email: Email }),
  output: z.object({ new_email: z.string(), requested_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/auth/email/change' }],
  rehearsal: { newcomer: true, input: { email: '$new_email' } },
})

export const confirmEmailChange = contract({
  summary: 'Confirm the new email address with the mailed link; the old address is notified',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ token: Secret }),
  output: Me,
  http: [{ method: 'POST', path: '/api/auth/email/change/confirm' }],
  rehearsal: { input: { token: '$change_token' } },
})
