import type { Context } from '../../../kernel/context.ts'
import { childCounts } from '../changes.queries.ts'

/** How many stories and tasks stand below an item, at any depth. */
export async function countBelow(ctx: Context, item: string) {
  const rows = await ctx.tx.rows(childCounts, [ctx.org, item])
  const of = (kind: string) => {
    const { items = 0, closed = 0 } = rows.find((row) => row.kind === kind) ?? {}
    return { items, closed }
  }
  return { stories: of('story'), tasks: of('task') }
}
