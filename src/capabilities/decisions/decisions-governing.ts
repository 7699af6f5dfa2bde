import type { Context } from '../../kernel/context.ts'
import { breathe, inForceAnywhere, inForceFor, type LineRow } from './decisions.queries.ts'
import { matches, type Effort } from './glob.ts'

interface Governing {
  decisions: { decision: LineRow; governs: string[] }[]
  /** There was more to compare than one call may. */
  truncated: boolean
}

const mostDecisions = 500
const mostEffort = 20_000_000
const effortAtOnce = 500_000

/**
 * The decisions in force that govern any of these paths of a project, the organization's own included; without a project those
 * of every project the caller sees. What each governs of the paths is named with it.
 */
export async function decisionsGoverning(ctx: Context, project: { id: string } | null, paths: readonly string[]): Promise<Governing> {
  const most = mostDecisions + 1
  const rows = await (project ? ctx.tx.rows(inForceFor, [ctx.org, most, project.id]) : ctx.tx.rows(inForceAnywhere, [ctx.org, most]))
  const effort: Effort = { steps: 0 }
  const decisions: Governing['decisions'] = []
  let rested = 0
  for (const decision of rows.slice(0, mostDecisions)) {
    const governs: string[] = []
    for (const path of paths) {
      if (decision.paths.some((glob) => matches(glob, path, effort))) governs.push(path)
      if (effort.steps > mostEffort) return { decisions, truncated: true }
      if (effort.steps - rested > effortAtOnce) {
        rested = effort.steps
        await ctx.tx.rows(breathe, [])
      }
    }
    if (governs.length > 0) decisions.push({ decision, governs })
  }
  return { decisions, truncated: rows.length > mostDecisions }
}
