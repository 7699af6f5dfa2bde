import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './preferences.contract.ts'
import { preferences } from './preferences.queries.ts'
import { resolvePreferences } from './resolve-preferences.ts'

export const getPreferences = implement(contracts.getPreferences, async (ctx) =>
  resolvePreferences(await ctx.tx.row(preferences, [[userOf(ctx)]])),
)
