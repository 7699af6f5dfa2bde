import { z } from 'zod'
import { Timestamp, contract } from '../../../kernel/contract.ts'
import { Login } from '../login/login.contract.ts'
import { Name } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const UserCode = z
  .string()
  .trim()
  .max(9)
  .regex(/^[A-Za-z]{4}-?[A-Za-z]{4}$/, 'must be the eight letters that the device shows')

const DeviceRequest = z.object({
  client: z.string(),
  address: z.string().nullable(),
  device: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
})

components({ DeviceRequest })

export const requestDevice = contract({
  summary: 'Start the login of a device without a browser (RFC 8628)',
  realm: 'identity',
  permission: 'anyone',
  effect: 'create',
  secret_output: true,
  input: z.strictObject({ client: Name.default('Unnamed device') }),
  output: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    expires_in: z.int(),
    interval: z.int(),
  }),
  http: [{ method: 'POST', path: '/api/auth/device/request' }],
})

export const pollDevice = contract({
  summary: 'Ask whether the device was approved; code is authorization_pending, slow_down, expired_token or access_denied until then',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  secret_output: true,
  input: z.strictObject({ device_code: z.string().min(20).max(100) }),
  output: Login,
  http: [{ method: 'POST', path: '/api/auth/device/poll' }],
  rehearsal: { input: { device_code: '$device_code' } },
})

const afterRequest = { after: 'requestDevice', carry: { user_code: 'user_code' } }

export const getDevice = contract({
  summary: 'The device that asks to log in with this code',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['device.*'],
  input: z.strictObject({ user_code: UserCode }),
  output: DeviceRequest,
  http: [{ method: 'GET', path: '/api/auth/device/:user_code' }],
  rehearsal: afterRequest,
})

export const approveDevice = contract({
  summary: 'Log a device in to your account',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ user_code: UserCode }),
  output: DeviceRequest,
  http: [{ method: 'POST', path: '/api/auth/device/approve' }],
  rehearsal: afterRequest,
})

export const denyDevice = contract({
  summary: 'Refuse a device that asks to log in',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ user_code: UserCode }),
  output: DeviceRequest,
  http: [{ method: 'POST', path: '/api/auth/device/deny' }],
  rehearsal: afterRequest,
})
