import type { Context, TxContext } from '../../../kernel/context.ts'
import { acceptedFor, breathe, inForceAnywhere, inForceFor, inForceForTask, type LineRow } from './decisions.queries.ts'
import { type Effort, matches } from './glob.ts'

interface Governing {
  decisions: { decision: LineRow; governs: string[] }[]
  /** There was more to compare than one call is allowed to. */
  truncated: boolean
}

const maxDecisions = 500
const maxEffort = 20_000_000
const effortAtOnce = 500_000

/**
 * The decisions in force that govern any of these paths of a project, including the organization's own; without a project, those of every
 * project the caller sees. Each comes with the paths that it governs.
 */
export async function decisionsGoverning(ctx: Context, project: { id: string } | null, paths: readonly string[]): Promise<Governing> {
  const max = maxDecisions + 1
  const rows = await (project
    ? ctx.tx.rows(inForceFor, { org: ctx.org, limit: max, project: project.id })
    : ctx.tx.rows(inForceAnywhere, { org: ctx.org, limit: max }))
  const effort: Effort = { steps: 0 }
  const decisions: Governing['decisions'] = []
  let rested = 0
  for (const decision of rows.slice(0, maxDecisions)) {
    const governs: string[] = []
    for (const path of paths) {
      if (decision.paths.some((glob) => matches(glob, path, effort))) governs.push(path)
      if (effort.steps > maxEffort) return { decisions, truncated: true }
      if (effort.steps - rested > effortAtOnce) {
        rested = effort.steps
        await ctx.tx.rows(breathe, {})
      }
    }
    if (governs.length > 0) decisions.push({ decision, governs })
  }
  return { decisions, truncated: rows.length > maxDecisions }
}

/** The decisions to know when starting a task: those linked to it first, then the newest in force in its project. */
export const decisionsForTask = (
  ctx: Context,
  task: { id: string; project_id: string },
  limit: number,
): Promise<{ ref: string; title: string }[]> =>
  ctx.tx.rows(inForceForTask, { org: ctx.org, project_id: task.project_id, task: task.id, limit })

/** The decisions in force, newest first: of the project and of the organization itself, as far as the caller may see them. */
export const decisionsInForce = (ctx: TxContext, project: string | null, limit: number) =>
  ctx.tx.rows(acceptedFor, { org: ctx.org, limit, project })
