import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { type Plan, planImport, type Planned } from './plan-import.ts'
import type { Problem, ReadFile } from './read-rows.ts'

export const maxProblems = 100

/** What a file asks for, and everything that is wrong with it, in the order of its lines. Nothing is written. */
export async function planFile(ctx: Context, project: string, read: ReadFile, skipUnknown: boolean): Promise<Plan> {
  const plan = await planImport(ctx, project, read.rows, skipUnknown)
  const problems = [...read.problems, ...plan.problems, ...circles(plan.rows)].sort((one, other) => one.line - other.line)
  return { ...plan, problems }
}

export function refuseProblems(problems: readonly Problem[]): Refusal {
  const errors = problems.slice(0, maxProblems)
  return new Refusal(
    'invalid',
    `Nothing was imported: ${problems.length} problems, the first on line ${errors[0]?.line}. Correct them and repeat.`,
    { errors },
  )
}

/** Rows that would wait for themselves through other rows of the file. Cycles with existing tasks are found when storing. */
function circles(rows: readonly Planned[]): Problem[] {
  const problems: Problem[] = []
  const state = new Map<Planned, 'open' | 'done'>()
  for (const start of rows) {
    const path: { row: Planned; next: number }[] = state.has(start) ? [] : [{ row: start, next: 0 }]
    while (path.length > 0) {
      const step = path.at(-1) as { row: Planned; next: number }
      state.set(step.row, 'open')
      const target = step.row.blockers?.[step.next++]
      if (!target) {
        state.set(step.row, 'done')
        path.pop()
      } else if ('row' in target && state.get(target.row) === 'open') {
        problems.push({ line: step.row.line, field: 'blocked_by', message: `waits for line ${target.row.line}, which waits for it` })
      } else if ('row' in target && !state.has(target.row)) path.push({ row: target.row, next: 0 })
    }
  }
  return problems
}
