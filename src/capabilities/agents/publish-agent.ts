import { implement } from '../../kernel/operation.ts'
import * as contracts from './agents.contract.ts'
import { changeAgent } from './change-agent.ts'
import { requireOwnAgent } from './require-agent.ts'
import { toAgent } from './to-agent.ts'

export const publishAgent = implement(contracts.publishAgent, async (ctx, { agent: name, slug }) => {
  const before = await requireOwnAgent(ctx, name)
  return toAgent(ctx, await changeAgent(ctx, before, { public_slug: slug ?? before.public_slug ?? before.slug }))
})
