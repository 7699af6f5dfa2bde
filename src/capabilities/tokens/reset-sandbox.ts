import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import * as contracts from './tokens.contract.ts'
import { sandboxReset } from './tokens.events.ts'
import * as queries from './tokens.queries.ts'

export const resetSandbox = implement(contracts.resetSandbox, async (ctx) => {
  const twin = newId()
  await ctx.tx.rows(queries.replaceSandbox, [twin])
  const row = await ctx.tx.row(queries.sandboxById, [twin])
  if (!row) throw new Error('the sandbox was not made')
  ctx.emit(sandboxReset, { sandbox_id: row.id })
  ctx.target(row.id)
  return row
})
