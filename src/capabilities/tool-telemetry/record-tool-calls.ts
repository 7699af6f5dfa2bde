import { implement } from '../../kernel/operation.ts'
import * as contracts from './tool-telemetry.contract.ts'
import { addCalls, forgetCalls, keepCalls, setLastCalls } from './tool-telemetry.queries.ts'

const kept = 30 * 86_400_000

export const recordToolCalls = implement(contracts.recordToolCalls, async (ctx, { items, calls }) => {
  const counted = JSON.stringify(items)
  const now = ctx.clock.now()
  await Promise.all([ctx.tx.rows(addCalls, [ctx.org, counted, now]), ctx.tx.rows(setLastCalls, [ctx.org, counted])])
  if (calls.length > 0) {
    await ctx.tx.rows(keepCalls, [ctx.org, JSON.stringify(calls)])
    await ctx.tx.rows(forgetCalls, [ctx.org, new Date(now.getTime() - kept)])
  }
  return { stored: items.length }
})
