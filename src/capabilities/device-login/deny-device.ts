import { implement } from '../../kernel/operation.ts'
import { decideDevice } from './decide-device.ts'
import * as contracts from './device-login.contract.ts'

export const denyDevice = implement(contracts.denyDevice, (ctx, { user_code }) => decideDevice(ctx, user_code, 'denied'))
