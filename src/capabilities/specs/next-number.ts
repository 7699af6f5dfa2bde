import type { Context } from '../../kernel/context.ts'
import { nextNumber as statement } from './specs.queries.ts'

/** The next number of a kind in a project, or in the organization as a whole. Two who ask at once wait for each other. */
export async function nextNumber(ctx: Context, kind: 'spec' | 'decision', scope: string): Promise<number> {
  const row = await ctx.tx.row(statement, [ctx.org, scope, kind])
  if (!row) throw new Error('no number was given')
  return row.number
}
