import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireAgent } from '../agents/require-agent.ts'
import * as contracts from './tool-telemetry.contract.ts'
import { callsByTool } from './tool-telemetry.queries.ts'

const day = 86_400_000

export const getToolTelemetry = implement(contracts.getToolTelemetry, async (ctx, input) => {
  const agent = input.agent === undefined ? null : (await requireAgent(ctx, input.agent)).id
  const until = new Date(input.until ?? ctx.clock.now().getTime() + 1)
  const since = new Date(input.since ?? until.getTime() - day)
  if (Number.isNaN(since.getTime()) || Number.isNaN(until.getTime()))
    throw new Refusal('invalid', 'since and until must be days of the calendar.')
  const tools = await ctx.tx.rows(callsByTool, [ctx.org, since, until, agent])
  return { since: since.toISOString(), until: until.toISOString(), tools }
})
