import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './oauth-login.contract.ts'
import { identitiesOf } from './oauth-login.queries.ts'

export const listConnectedAccounts = implement(contracts.listConnectedAccounts, async (ctx) => ({
  items: await ctx.tx.rows(identitiesOf, [userOf(ctx)]),
}))
