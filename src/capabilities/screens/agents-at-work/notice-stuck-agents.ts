import { system } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import * as contracts from './agents-at-work.contract.ts'
import { agentRecovered, agentStuck } from './agents-at-work.events.ts'
import { agentStatus } from './agent-status.ts'
import { noteRecovered, noteStuck, troubledAgents, organizationsWithTrouble } from './stuck-agents.queries.ts'

const atOnce = 1000
const newsFor = 24 * 3_600_000

export const lookForStuckAgents = implement(contracts.lookForStuckAgents, async (ctx) => {
  const since = new Date(ctx.clock.now().getTime() - newsFor)
  const troubled = await ctx.tx.rows(organizationsWithTrouble, { since, limit: atOnce })
  for (const { org_id } of troubled) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('noticeStuckAgents', {})
  }
  return { organizations: troubled.length }
})

const nobody = { stop_reason: null, stopped_at: null, stopped_by: null, paused_until: null, task: null }

/** An episode lasts from the check that finds an agent stuck to the one that finds it isn't; its owner is notified when it begins. */
export const noticeStuckAgents = implement(contracts.noticeStuckAgents, async (ctx) => {
  const now = ctx.clock.now()
  let stuck = 0
  let recovered = 0
  for (const row of await ctx.tx.rows(troubledAgents, { org: ctx.org, now })) {
    const { status, reason, since } = agentStatus({ ...row, ...nobody }, now)
    const { id, slug, name, owner_id, project_id } = row
    const agent = { id, slug, name, owner_id }
    if (status !== 'blocked') {
      if (!row.stuck_since || !(await ctx.tx.row(noteRecovered, { org: ctx.org, id }))) continue
      recovered++
      ctx.emit(agentRecovered, { agent, project_id })
      continue
    }
    if (row.stuck_since || !(await ctx.tx.row(noteStuck, { org: ctx.org, id: row.id, now }))) continue
    stuck++
    // An agent that has been stuck for longer is no news: it just wasn't checked before.
    if (since && now.getTime() - Date.parse(since) > newsFor) continue
    ctx.emit(agentStuck, { agent, project_id, reason, since, told: [owner_id] })
  }
  return { stuck, recovered }
})
