import { implement } from '../../kernel/operation.ts'
import { decideDevice } from './decide-device.ts'
import * as contracts from './device-login.contract.ts'

export const approveDevice = implement(contracts.approveDevice, (ctx, { user_code }) => decideDevice(ctx, user_code, 'approved'))
