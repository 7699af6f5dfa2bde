import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent, type AgentRow } from '../../agents/agents/require-agent.ts'
import { peopleById } from '../../organizations/organizations/people.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireItem } from '../../work/items/require-item.ts'
import { isPerson } from '../../work/leases/lease.ts'
import { requireTunnel } from '../tunnels/require-tunnel.ts'
import { isOpen, lockOpenRun, endLocked } from './end-attempt.ts'
import { findDispatch, queueRun } from './queue-run.ts'
import { outputAfter } from './run-output.queries.ts'
import { isNamed, placesFor, whyNot } from './run-places.ts'
import * as contracts from './runs.contract.ts'
import { runUpdated, summaryForLog } from './runs.events.ts'
import * as queries from './runs.queries.ts'
import { requireRun, showRun } from './show-run.ts'

/** What makes a machine act must be requested by the person themselves, not with one of their keys or tokens. */
export function requirePersonHere(ctx: Context): void {
  if (!isPerson(ctx))
    throw new Refusal(
      'needs_person',
      'Only a person who has logged in starts and stops agents on machines; keys, tokens and devices may not.',
    )
}

export const startRun = implement(contracts.startRun, async (ctx, { task: name, agent: named, machine, client: wanted }) => {
  requirePersonHere(ctx)
  const task = await requireItem(ctx, 'task', name, 'write')
  if (task.status === 'complete' || task.status === 'cancelled')
    throw new Refusal('conflict', `${task.key} is ${task.status}. Set its status to todo first if it must be done again.`)
  const agent = await agentFor(ctx, named ?? task.assignee_agent_id)
  const dispatch = await findDispatch(ctx, agent.id)
  if (!dispatch && agent.owner_id !== userOf(ctx))
    throw new Refusal('forbidden', `Only its owner may start ${agent.slug} until they set where it runs: {setAgentDispatch}.`)
  const tunnel = machine === undefined ? null : (await requireTunnel(ctx, machine)).id
  const places = await placesFor(ctx, { project: task.project_id, machine: tunnel })
  const place = places.find((one) => one.workspace.id === dispatch?.workspace.id) ?? places[0]
  const workspace = place?.workspace.id ?? dispatch?.workspace.id
  const client = wanted ?? dispatch?.client ?? place?.offer?.clients[0]?.name
  if (!workspace || !client)
    throw new Refusal('conflict', 'No machine of a workspace with this project can run it. {listRunPlaces} says what is missing.')
  const run = await queueRun(ctx, { task, agent: agent.id, workspace, client, reason: 'asked', machine: tunnel })
  if (!run) throw new Refusal('conflict', `${task.key} has a run already. Stop it first, or wait for its end: {listRuns}.`)
  ctx.target(run.id)
  return showRun(ctx, await requireRun(ctx, run.id))
})

async function agentFor(ctx: Context, name: string | null): Promise<AgentRow> {
  if (name === null) throw new Refusal('invalid', 'agent: name one, or assign the task to one first.')
  return requireAgent(ctx, name)
}

export const listRunPlaces = implement(contracts.listRunPlaces, async (ctx, { task: name }) => {
  const task = await requireItem(ctx, 'task', name, 'read')
  const user = userOf(ctx)
  const { handle = '' } = (await peopleById(ctx, [user])).get(user) ?? {}
  const person = { id: user, handle }
  const items = (await placesFor(ctx, { project: task.project_id })).map((place) => {
    const { machine, workspace, offer, owner_id } = place
    const why_not = whyNot(place, person, undefined)
    // Paths on a machine are shown only to its owner and to the people it runs agents for.
    const path = owner_id === user || (offer && isNamed(offer, person)) ? place.path : ''
    return { machine, workspace, path, clients: offer?.clients.map((one) => one.name) ?? [], can_run: why_not === null, why_not }
  })
  return { items }
})

export const listRuns = implement(contracts.listRuns, async (ctx, { task, agent, machine, state = null, open = false, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.listRuns, {
    org: ctx.org,
    task: task === undefined ? null : (await requireItem(ctx, 'task', task, 'read_deleted')).id,
    agent: agent === undefined ? null : (await requireAgent(ctx, agent)).id,
    machine: machine === undefined ? null : (await requireTunnel(ctx, machine)).id,
    state,
    open,
    before,
    limit: limit + 1,
  })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  const shown = []
  for (const row of items) shown.push(await showRun(ctx, row))
  return { items: shown, next_cursor }
})

export const getRun = implement(contracts.getRun, async (ctx, { run }) => showRun(ctx, await requireRun(ctx, run)))

export const listRunOutput = implement(contracts.listRunOutput, async (ctx, { run: id, after, limit }) => {
  const run = await requireRun(ctx, id)
  const rows = await ctx.tx.rows(outputAfter, { org: ctx.org, run: run.id, after, limit })
  const items = rows.map(({ fence: attempt, ...row }) => ({ ...row, attempt }))
  return { items, next: items.at(-1)?.seq ?? after, ended: !isOpen(run) && items.length < limit }
})

/** A queued run ends at once. Otherwise the machine is told and reports when everything has ended; if it is gone, the lease runs out. */
export const stopRun = implement(contracts.stopRun, async (ctx, { run: id }) => {
  requirePersonHere(ctx)
  const { task_id } = await requireRun(ctx, id)
  await requireItem(ctx, 'task', task_id, 'write')
  const run = await lockOpenRun(ctx, id)
  if (run?.state === 'queued') await endLocked(ctx, run, { state: 'stopped', error: null })
  else if (run) {
    const asked = await ctx.tx.row(queries.requestStop, { org: ctx.org, id, now: ctx.clock.now(), user: userOf(ctx) })
    if (asked) ctx.emit(runUpdated, summaryForLog(asked))
    ctx.target(id)
  }
  return showRun(ctx, await requireRun(ctx, id))
})
