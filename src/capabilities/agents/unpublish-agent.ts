import { implement } from '../../kernel/operation.ts'
import * as contracts from './agents.contract.ts'
import { changeAgent } from './change-agent.ts'
import { requireOwnAgent } from './require-agent.ts'
import { toAgent } from './to-agent.ts'

export const unpublishAgent = implement(contracts.unpublishAgent, async (ctx, { agent: name }) =>
  toAgent(ctx, await changeAgent(ctx, await requireOwnAgent(ctx, name), { public_slug: null })),
)
