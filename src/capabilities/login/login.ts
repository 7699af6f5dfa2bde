import { implement } from '../../kernel/operation.ts'
import { checkPassword, compareForLogin } from './check-password.ts'
import { finishLogin } from './finish-login.ts'
import * as contracts from './login.contract.ts'

export const login = implement(contracts.login, {
  prepare: compareForLogin,
  handle: async (ctx, input, compared) => finishLogin(ctx, await checkPassword(ctx, input, compared), 'password'),
})
