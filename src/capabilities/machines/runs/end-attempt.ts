import type { Context } from '../../../kernel/context.ts'
import type { RunResult } from '../../../platform/tunnel-protocol.ts'
import { endSessionFor, lockSession } from '../../sessions/sessions/stop-sessions.ts'
import { lockTask, releaseLeasesHeldBy } from '../../work/leases/session-leases.ts'
import { runEnded, runUpdated, summaryForLog } from './runs.events.ts'
import * as queries from './runs.queries.ts'
import type { RunRow, RunState } from './runs.queries.ts'

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

/** The result of an attempt that reported nothing. */
const nothing = {
  exit_code: null,
  branch: null,
  base: null,
  head: null,
  files_changed: null,
  insertions: null,
  deletions: null,
  dirty_files: null,
}
type Work = Pick<RunResult, 'exit_code' | 'branch' | 'base' | 'head'> &
  Record<'files_changed' | 'insertions' | 'deletions' | 'dirty_files', number | null>

/** Ends a locked run; its token, its session and its task's lease end in the same transaction. */
export async function endLocked(ctx: Context, run: RunRow, state: RunState, error: string | null, work: Work = nothing): Promise<RunRow> {
  await endAttempt(ctx, run, state === 'done' ? 'The run has ended.' : (error ?? 'The run was stopped.'))
  const now = ctx.clock.now()
  const ended = await ctx.tx.one(queries.endRun, { org: ctx.org, id: run.id, state, error, now, ...work })
  ctx.emit(runEnded, summaryForLog(ended))
  ctx.target(run.id)
  return ended
}

/** Puts a locked run back into the queue, where any eligible machine can take it. */
export async function requeueLocked(ctx: Context, run: RunRow, error: string): Promise<void> {
  // The agent may have completed its task before its machine was lost; then there is nothing left to restart.
  const task = await lockTask(ctx, run.task_id)
  if (task?.status === 'complete') return void (await endLocked(ctx, run, 'done', error))
  if (!task || task.status === 'cancelled') return void (await endLocked(ctx, run, 'stopped', error))
  await endAttempt(ctx, run, error)
  const queued = await ctx.tx.one(queries.requeueRun, { org: ctx.org, id: run.id, error })
  ctx.emit(runUpdated, summaryForLog(queued))
  ctx.target(run.id)
}

async function endAttempt(ctx: Context, run: RunRow, outcome: string): Promise<void> {
  await ctx.tx.rows(queries.revokeToken, { id: run.id, now: ctx.clock.now() })
  if (!run.session_id) return
  const released_leases = await releaseLeasesHeldBy(ctx, run.session_id, false)
  await endSessionFor(ctx, run.session_id, outcome, released_leases)
}

/** Stops a run immediately as far as this server is concerned; its machine is told to end what it has started. */
export async function stopAttempt(ctx: Context, id: string, why: string): Promise<void> {
  const run = await lockOpenRun(ctx, id)
  if (!run) return
  if (run.tunnel_id) await ctx.tx.rows(queries.requestStop, { org: ctx.org, id, now: ctx.clock.now(), user: ctx.principal.user })
  await endLocked(ctx, run, 'stopped', why)
}
