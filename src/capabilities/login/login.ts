import { implement } from '../../kernel/operation.ts'
import { checkPassword } from './check-password.ts'
import { finishLogin } from './finish-login.ts'
import * as contracts from './login.contract.ts'

export const login = implement(contracts.login, async (ctx, input) => finishLogin(ctx, await checkPassword(ctx, input), 'password'))
