import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { blockersOf, lockGraph, waiterAmong } from './changes.queries.ts'
import { requireItem } from './require-item.ts'
import * as queries from './work-items.queries.ts'
import type { FullRow } from './work-items.queries.ts'

/** The tasks that are to block another. Call it before any row is locked: from here on nobody else can add dependencies. */
export async function findBlockers(ctx: Context, names: readonly string[]): Promise<FullRow[]> {
  await ctx.tx.rows(lockGraph, { org: ctx.org })
  const blockers = new Map<string, FullRow>()
  for (const name of names) {
    const blocker = await requireItem(ctx, 'task', name, 'read')
    blockers.set(blocker.id, blocker)
  }
  return [...blockers.values()]
}

/** Makes exactly these tasks block `item`; a cycle is refused. Returns whether any of them is open, and whether the set has changed. */
export async function setBlockers(
  ctx: Context,
  item: string,
  blockers: readonly FullRow[],
): Promise<{ blocked: boolean; changed: boolean }> {
  const ids = blockers.map((blocker) => blocker.id).sort()
  const waiter = ids.includes(item) ? { id: item } : await ctx.tx.row(waiterAmong, { org: ctx.org, item, ids })
  const circle = blockers.find((blocker) => blocker.id === waiter?.id)
  if (circle) throw new Refusal('conflict', `${circle.key} waits for this task already; blocking it by ${circle.key} would be a circle.`)
  const blocked = blockers.some((blocker) => blocker.status !== 'complete' && blocker.status !== 'cancelled')
  const before = (await ctx.tx.rows(blockersOf, { org: ctx.org, item })).map((row) => row.id)
  if (before.join() === ids.join()) return { blocked, changed: false }
  await ctx.tx.rows(queries.clearDependencies, { org: ctx.org, item })
  if (ids.length > 0) await ctx.tx.rows(queries.insertDependencies, { org: ctx.org, item, ids, now: ctx.clock.now() })
  return { blocked, changed: true }
}
