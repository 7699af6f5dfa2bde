import { implement } from '../../kernel/operation.ts'
import * as contracts from './agents.contract.ts'
import { changeAgent } from './change-agent.ts'
import { requireOwnAgent } from './require-agent.ts'
import { toAgent } from './to-agent.ts'

export const restoreAgent = implement(contracts.restoreAgent, async (ctx, { agent: name }) => {
  const before = await requireOwnAgent(ctx, name, 'deleted')
  return toAgent(ctx, await changeAgent(ctx, before, { deleted_at: null, archive_memory: false }))
})
