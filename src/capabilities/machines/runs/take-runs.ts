import { nobody, type Context, type Principal } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { signFrame, type RunBody, type SignedFrame } from '../../../platform/tunnel-protocol.ts'
import { holdOffStop } from '../../agents/agents/agent-lock.ts'
import { showSession } from '../../agents/sessions/show-session.ts'
import { sessionStarted } from '../../sessions/sessions/sessions.events.ts'
import { startSession } from '../../sessions/sessions/start-session.ts'
import { requireItem } from '../../work/items/require-item.ts'
import { changeLease } from '../../work/leases/change-lease.ts'
import { takeNonceFor } from '../receipts/receipts.operations.ts'
import { serverKeyPlace } from '../tunnels/require-tunnel.ts'
import { aliveSince } from '../workspaces/runnable.ts'
import { endLocked } from './end-attempt.ts'
import { countAlone, hindrances } from './hindrances.ts'
import * as contracts from './hold-runs.contract.ts'
import { placesFor } from './run-places.ts'
import { promptFor } from './run-prompt.ts'
import { runStarted, summaryForLog } from './runs.events.ts'
import { type RunRow } from './runs.queries.ts'
import * as queries from './take-runs.queries.ts'
import type { Candidate } from './take-runs.queries.ts'

type FullRow = Awaited<ReturnType<typeof requireItem>>

/** How long a machine holds a run unless a heartbeat renews the lease. */
export const leaseMilliseconds = 2 * 60_000
const taskMinutes = 30
const pageSize = 50
const maxPages = 10
/** A machine refuses a frame that arrives later than this; the run's lease then runs out. */
const frameMilliseconds = 60_000

export const takeRuns = implement(contracts.takeRuns, async (ctx, { tunnel_id: tunnel, fence, again }) => {
  const held = await ctx.tx.row(queries.lockHeld, { org: ctx.org, tunnel, fence })
  if (!held) throw new Refusal('conflict', 'Another connection of this machine has taken over.')
  const { offer, user_id: owner } = held
  const now = ctx.clock.now()
  const key = ctx.services.secretBox.open(held.server_key, serverKeyPlace(ctx.org, tunnel))
  const expires_at = new Date(now.getTime() + frameMilliseconds).toISOString()
  const frames: SignedFrame[] = (await ctx.tx.rows(queries.toStop, { org: ctx.org, tunnel, now, again })).map((run) =>
    signFrame(key, { type: 'stop_run', machine: tunnel, run: run.id, fence: run.fence, expires_at }),
  )
  if (!offer || offer.quiet) return { frames }
  let room = offer.at_once - (await ctx.tx.one(queries.countHeld, { org: ctx.org, tunnel })).count
  if (room <= 0) return { frames }
  const clients = offer.clients.map(({ name }) => name)
  const asked = { org: ctx.org, tunnel, clients, people: offer.people, now, alive: aliveSince(ctx), limit: pageSize }
  const itself = ctx.principal
  let after: string | null = null
  // Page by page, since runs whose task or agent is busy must not keep later ones from starting.
  for (let page = 0; page < maxPages && room > 0; page++) {
    const found: Candidate[] = await ctx.tx.rows(queries.candidates, { ...asked, after })
    for (const candidate of found) {
      if (room <= 0) break
      const body = await take(ctx, candidate, { id: tunnel, owner })
      // Switch back from the agent's principal to the machine's.
      ctx.enter(itself, ctx.org)
      if (!body) continue
      frames.push(signFrame(key, { ...body, machine: tunnel, expires_at }))
      room--
    }
    if (found.length < pageSize) break
    after = found.at(-1)?.id ?? null
  }
  return { frames }
})

/** The owner's agent, limited to one project: it opens the session and claims the task, and the run's token acts as it. */
const principalOf = (org: string, { id, project_id, owner_id, owner_role, agent_id }: Candidate): Principal => ({
  ...nobody,
  user: owner_id,
  agent: agent_id,
  credential: { kind: 'mcp_token', id: null },
  organization: { id: org, role: owner_role },
  run: { id, project: project_id },
})

/** Takes one run if nothing keeps it from starting; everything is checked before anything is written. */
async function take(ctx: Context, candidate: Candidate, tunnel: Machine): Promise<Omit<RunBody, 'machine' | 'expires_at'> | undefined> {
  const { id, agent_id, project_id, workspace_id } = candidate
  const [place] = await placesFor(ctx, { project: project_id, workspace: workspace_id, machine: tunnel.id })
  if (!place || !(await countAlone(ctx, agent_id)) || (await hindrances(ctx, candidate))) return undefined
  ctx.enter(principalOf(ctx.org, candidate), ctx.org)
  await holdOffStop(ctx)
  const task = await requireItem(ctx, 'task', candidate.task_id, 'write').catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  const queued = await ctx.tx.row(queries.lockQueued, { org: ctx.org, id })
  if (!queued) return undefined
  if (!task) {
    await endLocked(ctx, queued, { state: 'failed', error: 'The agent’s owner does not see this task, or its project is archived.' })
    return undefined
  }
  if (await hindrances(ctx, candidate)) return undefined
  return begin(ctx, queued, task, candidate, tunnel, place.path)
}

interface Machine {
  id: string
  owner: string
}

async function begin(ctx: Context, queued: RunRow, task: FullRow, candidate: Candidate, machine: Machine, folder: string) {
  const { id: tunnel } = machine
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + leaseMilliseconds)
  const goesOn = candidate.earlier_tunnel === tunnel && candidate.earlier_branch !== null
  const attempt = queued.fence === 0 ? '' : `-${queued.fence + 1}`
  const branch = goesOn ? candidate.earlier_branch! : `baton/${task.key.toLowerCase()}-${queued.id.slice(-8)}${attempt}`
  const run = await ctx.tx.one(queries.takeRun, { org: ctx.org, id: queued.id, tunnel, until, branch })
  const session = await startSession(ctx, {
    goals: [`${task.key}: ${task.title}`.slice(0, 500).toWellFormed()],
    context: '',
    project: { id: task.project_id, slug: task.project_slug },
    parent: null,
    client_session: run.id,
  })
  ctx.emit(sessionStarted, { agent_session: showSession(session) })
  await changeLease(ctx, { action: 'claim', task: task.id, minutes: taskMinutes, session: session.id, client_session: run.id })
  const token = await issueRunToken(ctx, run.id)
  await ctx.tx.rows(queries.bindAttempt, { org: ctx.org, id: run.id, session: session.id, token: token.id })
  await ctx.enqueue('expireRun', { run_id: run.id, fence: run.fence }, { startAfter: until })
  ctx.emit(runStarted, summaryForLog(run))
  ctx.target(run.id)
  const told = { agent: candidate.agent, project: task.project_slug, key: task.key, title: task.title, branch, reason: run.reason }
  return {
    type: 'run' as const,
    run: run.id,
    fence: run.fence,
    requested_by: { id: run.requested_by, handle: candidate.handle },
    client: run.client,
    folder,
    branch,
    task: { key: task.key, title: task.title, project: task.project_slug },
    prompt: promptFor(told),
    mcp: { url: new URL('/mcp', ctx.services.config.APP_URL).href, token: token.secret },
    continues: goesOn ? run.continues : null,
    check: await checkFor(ctx, task, machine),
  }
}

/** The command pinned by the current gate of the task's feature: the machine runs it itself afterwards and signs the result. */
async function checkFor(ctx: Context, task: FullRow, machine: Machine): Promise<RunBody['check']> {
  for (const { ref, gates, position } of await ctx.tx.rows(queries.featuresOf, { org: ctx.org, task: task.id, project: task.project_id })) {
    const gate = gates[position]
    const pinned = gate?.kind === 'evidence' && !gate.before_code ? gate.checks.find((one) => one.command) : undefined
    if (!gate || !pinned?.command) continue
    const { nonce } = await takeNonceFor(ctx, machine.id, machine.owner)
    return { command: [...pinned.command], nonce, feature: ref, gate: gate.key, check: pinned.check }
  }
  return null
}

const tokenHours = 24

/**
 * What an agent needs for its task and nothing beyond that: no credentials, no member management, no machines, no dispatch. Operations
 * reserved for people, such as approvals, are closed to every token anyway.
 */
export const runScopes = [
  ...['activity:write', 'agent:read', 'decision:write', 'feature:write', 'member:read', 'memory:write', 'note:write', 'project:read'],
  ...['repository:read', 'run:read', 'search:read', 'session:write', 'skill:read', 'spec:write', 'task:write', 'team:read', 'view:read'],
  ...['workflow:read', 'workspace:read'],
]

/** A token for one attempt at a run. The secret exists only in this result and is sent once, in the frame for the machine. */
async function issueRunToken(ctx: Context, run: string): Promise<{ id: string; secret: string }> {
  const secret = `svc_live_${newSecret()}`
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + tokenHours * 3_600_000)
  const values = { id: newId(), run, hash: digest(secret), last_four: secret.slice(-4), scopes: runScopes, now, expires }
  const { id } = await ctx.tx.one(queries.issueToken, values)
  if (!id) throw new Error('the token of a run was not stored')
  return { id, secret }
}
