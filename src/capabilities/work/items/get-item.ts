import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together, type Expected } from '../../../platform/together.ts'
import { agentsById } from '../../agents/agents/find-agents.ts'
import { findSession } from '../../agents/sessions/require-session.ts'
import { showSession } from '../../agents/sessions/show-session.ts'
import { lastClaim } from '../../log/recent-activity.ts'
import { peopleById } from '../../organizations/organizations/people.ts'
import { projectOf } from '../../projects/require-project.ts'
import { isLive } from '../leases/lease.ts'
import * as contracts from './changes.contract.ts'
import { heldBeside } from './changes.queries.ts'
import { expectedTask, expectItem } from './require-item.ts'
import { showItem } from './show-item.ts'
import type { FullRow } from './work-items.queries.ts'

/** The page of an item for people, whatever its kind, which the key alone doesn't tell. */
export const getItem = implement(contracts.getItem, async (ctx, { item: name }) => {
  const read = together(ctx)
  const item = expectItem(read, name)
  const found = item.row.then((row) => {
    if (!row) throw notFound('task, story or epic', name, 'Use {listTasks} to find its key.')
    if (row.deleted_at) throw notFound('task, story or epic', name, 'It was deleted. Restore it to see it again.')
    return row
  })
  const claimed = lastClaim(read, item.column('id'))
  const [row, page, project, held_nearby, claim, session] = await Promise.all([
    found,
    showItem(read, item, found, 'detailed'),
    projectOf(read, item.column('project_id')),
    nearby(read, item),
    claimed,
    Promise.all([item.row, claimed]).then(([one, claim]) => sessionOf(read, one?.lease_holder ?? claim?.holder ?? null)),
  ])
  if (!project) throw notFound('project', row.project_slug, 'Use {listProjects}.')
  const held = isLive(row, ctx.clock.now())
  return {
    ...page,
    project: { id: project.id, slug: project.slug, key: project.key, name: project.name },
    claimed_at: held ? (claim?.at ?? null) : null,
    held_nearby,
    session,
  }
})

async function nearby(ctx: Context, item: Expected<FullRow>) {
  const held = await ctx.tx.rows(heldBeside, {
    org: ctx.org,
    project_id: item.column('project_id'),
    id: item.column('id'),
    now: ctx.clock.now(),
    parent_id: item.column('parent_id'),
  })
  const ids = (of: 'user_id' | 'agent_id') => held.map((one) => one[of])
  const [people, agents] = await Promise.all([peopleById(ctx, ids('user_id')), agentsById(ctx, ids('agent_id'))])
  return held.map(({ user_id, agent_id, ...one }) => ({
    ...one,
    user: people.get(user_id ?? '') ?? null,
    agent: agents.get(agent_id ?? '') ?? null,
  }))
}

async function sessionOf(ctx: Context, holder: string | null) {
  const session = holder === null ? undefined : await findSession(ctx, holder)
  if (!session) return null
  const { id, title, status, checkpoints, seen_at, agent_id } = showSession(session)
  return { id, title, status, checkpoints, seen_at, agent: (await agentsById(ctx, [agent_id])).get(agent_id ?? '') ?? null }
}

/** Everything a task page shows, in one call; for a deleted task too, whose history stays readable. Agents get the short form by default. */
export const getTask = implement(contracts.getTask, async (ctx, { task: name, response_format, ...ancestors }) => {
  const read = together(ctx)
  const item = expectItem(read, name)
  const format = response_format ?? (ctx.call.brief ? 'concise' : 'detailed')
  return showItem(read, item, expectedTask(read, name, item, ancestors), format)
})
