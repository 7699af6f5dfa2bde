import { system } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { countItems } from '../../work/lists/count-items.ts'
import * as contracts from './shared-projects.contract.ts'
import * as queries from './shared-projects.queries.ts'

const atOnce = 1000
const epicsShown = 50

export const queueSharedProjects = implement(contracts.queueSharedProjects, async (ctx) => {
  const found = await ctx.tx.rows(queries.organizationsWithParts, { limit: atOnce })
  for (const { org_id } of found) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('refreshSharedProjects', {})
  }
  return { organizations: found.length }
})

/** Computed on a schedule, not on every task change, so that nobody who works on a task waits for a public page. */
export const refreshSharedProjects = implement(contracts.refreshSharedProjects, async (ctx) => {
  let changed = 0
  for (const { id: project, shared_parts } of await ctx.tx.rows(queries.sharedProjects, { org: ctx.org })) {
    const progress = shared_parts.includes('progress') && { progress: (await countItems(ctx, project)).tasks }
    const roadmap = shared_parts.includes('roadmap') && {
      roadmap: await ctx.tx.rows(queries.roadmap, { org: ctx.org, project, limit: epicsShown }),
    }
    const parts = JSON.stringify({ ...progress, ...roadmap })
    changed += (await ctx.tx.rows(queries.showParts, { org: ctx.org, project, parts, now: ctx.clock.now() })).length
  }
  return { changed }
})
