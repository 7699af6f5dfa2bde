import type { Context } from '../../kernel/context.ts'
import { inForceForTask } from './decisions.queries.ts'

/** What somebody who begins a task should know was decided: what it is linked with first, then the newest in force in its project. */
export const decisionsForTask = (
  ctx: Context,
  task: { id: string; project_id: string },
  limit: number,
): Promise<{ ref: string; title: string }[]> => ctx.tx.rows(inForceForTask, [ctx.org, task.project_id, task.id, limit])
