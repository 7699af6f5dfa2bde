import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { toAgent } from '../agents/to-agent.ts'
import * as contracts from './agent-control.contract.ts'
import { haltAgent } from './halt-agent.ts'
import { requireControlledAgent } from './require-controlled-agent.ts'

export const stopAgent = implement(contracts.stopAgent, async (ctx, { agent: name, reason }) => {
  const { agent, ...ended } = await haltAgent(ctx, await requireControlledAgent(ctx, name), reason, userOf(ctx))
  return { ...(await toAgent(ctx, agent)), ...ended }
})
