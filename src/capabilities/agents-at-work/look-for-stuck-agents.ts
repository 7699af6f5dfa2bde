import { system } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './agents-at-work.contract.ts'
import { organizationsWithTrouble } from './stuck-agents.queries.ts'

const atOnce = 1000
export const newsFor = 24 * 3_600_000

export const lookForStuckAgents = implement(contracts.lookForStuckAgents, async (ctx) => {
  const since = new Date(ctx.clock.now().getTime() - newsFor)
  const troubled = await ctx.tx.rows(organizationsWithTrouble, [since, atOnce])
  for (const { org_id } of troubled) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('noticeStuckAgents', {})
  }
  return { organizations: troubled.length }
})
