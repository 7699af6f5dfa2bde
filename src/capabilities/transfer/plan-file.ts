import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { circles } from './circles.ts'
import { planImport, type Plan } from './plan-import.ts'
import type { Problem, ReadFile } from './read-rows.ts'

export const mostProblems = 100

/** What a file asks for, and everything that is wrong with it, in the order of its lines. Nothing is written. */
export async function planFile(ctx: Context, project: string, read: ReadFile, skipUnknown: boolean): Promise<Plan> {
  const plan = await planImport(ctx, project, read.rows, skipUnknown)
  const problems = [...read.problems, ...plan.problems, ...circles(plan.rows)].sort((one, other) => one.line - other.line)
  return { ...plan, problems }
}

export function refuseProblems(problems: readonly Problem[]): Refusal {
  const errors = problems.slice(0, mostProblems)
  return new Refusal(
    'invalid',
    `Nothing was imported: ${problems.length} problems, the first on line ${errors[0]?.line}. Correct them and repeat.`,
    { errors },
  )
}
