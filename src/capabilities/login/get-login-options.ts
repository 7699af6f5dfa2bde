import { implement } from '../../kernel/operation.ts'
import * as contracts from './login.contract.ts'

export const getLoginOptions = implement(contracts.getLoginOptions, async ({ services }) => ({
  registration: services.config.REGISTRATION,
  mail: services.mail.on,
  members_added: services.config.MEMBERS_ADDED,
}))
