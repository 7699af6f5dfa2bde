import { implement } from '../../kernel/operation.ts'
import { requireAgent } from '../agents/require-agent.ts'
import * as contracts from './tool-telemetry.contract.ts'
import { lastCalls } from './tool-telemetry.queries.ts'

export const getLastCalls = implement(contracts.getLastCalls, async (ctx, { agent: name }) => {
  const agent = name === undefined ? null : (await requireAgent(ctx, name)).id
  return { agents: await ctx.tx.rows(lastCalls, [ctx.org, agent]) }
})
