import { implement } from '../../kernel/operation.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { mapOf } from './map-of.ts'
import * as contracts from './memory-vectors.contract.ts'

export const getAgentMemoryMap = implement(contracts.getAgentMemoryMap, async (ctx, { agent, limit }) =>
  mapOf(ctx, (await requireAgent(ctx, agent)).id, limit),
)
