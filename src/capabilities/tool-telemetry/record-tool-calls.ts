import { implement } from '../../kernel/operation.ts'
import * as contracts from './tool-telemetry.contract.ts'
import { addCalls, setLastCalls } from './tool-telemetry.queries.ts'

export const recordToolCalls = implement(contracts.recordToolCalls, async (ctx, { items }) => {
  const counted = JSON.stringify(items)
  await Promise.all([ctx.tx.rows(addCalls, [ctx.org, counted, ctx.clock.now()]), ctx.tx.rows(setLastCalls, [ctx.org, counted])])
  return { stored: items.length }
})
