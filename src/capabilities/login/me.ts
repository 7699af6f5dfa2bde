import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './login.contract.ts'
import { accountOf, toMe } from './open-session.ts'

export const me = implement(contracts.me, async (ctx) => toMe(await accountOf(ctx, userOf(ctx))))
