import type { Context } from '../../../kernel/context.ts'
import { userOf } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { dispatchOf, type DispatchRow } from './dispatch.queries.ts'
import { runQueued, summaryForLog } from './runs.events.ts'
import { insertRun, type RunReason, type RunRow } from './runs.queries.ts'

interface Wanted {
  task: { id: string; project_id: string }
  agent: string
  workspace: string
  client: string
  reason: RunReason
  machine?: string | null
  continues?: string | null
}

/** Where this agent is started automatically; without a dispatch it never is. */
export const findDispatch = (ctx: Context, agent: string): Promise<DispatchRow | undefined> =>
  ctx.tx.row(dispatchOf, { org: ctx.org, agent })

/** Queues a run for the calling person. Returns undefined if the task already has an open run. */
export async function queueRun(ctx: Context, wanted: Wanted): Promise<RunRow | undefined> {
  const { task, agent, workspace, client, reason, machine = null, continues = null } = wanted
  const run = await ctx.tx.row(insertRun, {
    ...{ org: ctx.org, id: newId(), task: task.id, project: task.project_id, agent, workspace, client, reason, machine, continues },
    user: userOf(ctx),
    now: ctx.clock.now(),
  })
  // This event wakes up the connected machines as well as clients that show the task.
  if (run) ctx.emit(runQueued, summaryForLog(run))
  return run
}
