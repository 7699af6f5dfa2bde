import type { Context } from '../../../kernel/context.ts'
import { endSessionFor, lockSession } from '../../sessions/sessions/stop-sessions.ts'
import { lockTask, releaseLeasesHeldBy } from '../../work/leases/session-leases.ts'
import { runEnded, runUpdated, summaryForLog } from './runs.events.ts'
import * as queries from './runs.queries.ts'
import type { RunRow, RunState } from './runs.queries.ts'
import { isSettledBy, shortcomings, tellingOf, unknownWork, type Work } from './what-came-of-it.ts'

export const isOpen = ({ state }: Pick<RunRow, 'state'>): boolean => state === 'queued' || state === 'starting' || state === 'running'

/**
 * Locks an open run and everything that ends with it. Lock order is session, task, run, as everywhere that more than one of these is
 * locked. Returns undefined if the run has ended.
 */
export async function lockOpenRun(ctx: Context, id: string): Promise<RunRow | undefined> {
  const seen = await ctx.tx.row(queries.runForSystem, { org: ctx.org, id })
  if (!seen || !isOpen(seen)) return undefined
  if (seen.session_id) await lockSession(ctx, seen.session_id)
  await lockTask(ctx, seen.task_id)
  const run = await ctx.tx.row(queries.lockRun, { org: ctx.org, id })
  return run && isOpen(run) ? run : undefined
}

interface Ending {
  state: RunState
  error: string | null
  work?: Work
}

/** Ends a locked run; its token, its session and its task's lease end in the same transaction. */
export async function endLocked(ctx: Context, run: RunRow, { state, error, work = unknownWork }: Ending): Promise<RunRow> {
  const released = await endAttempt(ctx, run, error ?? (state === 'done' ? 'The run has ended.' : 'The run was stopped.'))
  const { refused, ...measured } = work
  const ended = await ctx.tx.one(queries.endRun, {
    ...{ org: ctx.org, id: run.id, state, error, now: ctx.clock.now(), ...measured },
    ...{ refused: refused?.count ?? null, refused_kinds: refused?.kinds ?? [] },
  })
  ctx.emit(runEnded, { ...summaryForLog(ended), ...(await tellingOf(ctx, ended, released > 0)) })
  ctx.target(run.id)
  return ended
}

/** Ends a locked run whose agent has done what it wanted to, by what it has left; `why` says what kept the machine from reporting more. */
export async function endByItself(ctx: Context, run: RunRow, work: Work, why: string | null = null): Promise<void> {
  const asked = { org: ctx.org, task: run.task_id, agent: run.agent_id, since: run.created_at, now: ctx.clock.now() }
  if (await ctx.tx.row(queries.openQuestion, asked)) return void (await endLocked(ctx, run, { state: 'waiting', error: null, work }))
  const lacking = shortcomings(work, await isSettledBy(ctx, run))
  if (lacking === null) return void (await endLocked(ctx, run, { state: 'done', error: null, work }))
  const error = why === null ? lacking : `${lacking} ${why}`.slice(0, 2000).toWellFormed()
  await endLocked(ctx, run, { state: 'unfinished', error, work })
}

/** Puts a locked run back into the queue, where any eligible machine can take it. */
export async function requeueLocked(ctx: Context, run: RunRow, error: string, work: Work = unknownWork): Promise<void> {
  // The agent may have completed its task before its machine was lost; then there is nothing left to restart.
  const task = await lockTask(ctx, run.task_id)
  if (task?.status === 'complete') return endByItself(ctx, run, work, error)
  if (!task || task.status === 'cancelled') return void (await endLocked(ctx, run, { state: 'stopped', error, work }))
  await endAttempt(ctx, run, error)
  const queued = await ctx.tx.one(queries.requeueRun, { org: ctx.org, id: run.id, error })
  ctx.emit(runUpdated, summaryForLog(queued))
  ctx.target(run.id)
}

/** Returns how many tasks went back to where others can claim them. */
async function endAttempt(ctx: Context, run: RunRow, outcome: string): Promise<number> {
  await ctx.tx.rows(queries.revokeToken, { id: run.id, now: ctx.clock.now() })
  if (!run.session_id) return 0
  const released_leases = await releaseLeasesHeldBy(ctx, run.session_id, false)
  await endSessionFor(ctx, run.session_id, outcome, released_leases)
  return released_leases
}

/** Stops a run immediately as far as this server is concerned; its machine is told to end what it has started. */
export async function stopAttempt(ctx: Context, id: string, why: string): Promise<void> {
  const run = await lockOpenRun(ctx, id)
  if (!run) return
  if (run.tunnel_id) await ctx.tx.rows(queries.requestStop, { org: ctx.org, id, now: ctx.clock.now(), user: ctx.principal.user })
  await endLocked(ctx, run, { state: 'stopped', error: why })
}
