import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { requireItem } from './require-item.ts'
import * as queries from './work-items.queries.ts'

/** Makes exactly these tasks block `item`; a circle is refused. Answers whether any of them is still open. */
export async function setBlockers(ctx: Context, item: string, names: readonly string[]): Promise<boolean> {
  const blockers = []
  for (const name of names) blockers.push(await requireItem(ctx, 'task', name, 'read'))
  const waiting = new Set((await ctx.tx.rows(queries.waitingFor, [ctx.org, item])).map((row) => row.id))
  const circle = blockers.find((blocker) => blocker.id === item || waiting.has(blocker.id))
  if (circle) throw new Refusal('conflict', `${circle.key} waits for this task already; blocking it by ${circle.key} would be a circle.`)
  await ctx.tx.rows(queries.clearDependencies, [ctx.org, item])
  const ids = blockers.map((blocker) => blocker.id)
  if (ids.length > 0) await ctx.tx.rows(queries.insertDependencies, [ctx.org, item, ids, ctx.clock.now()])
  return blockers.some((blocker) => blocker.status !== 'complete' && blocker.status !== 'cancelled')
}
