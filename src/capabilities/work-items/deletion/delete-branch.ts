import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { changeItem } from '../change-item.ts'
import { childrenOf } from '../changes.queries.ts'
import { passLease } from '../leases/lease.ts'
import type { FullRow } from '../work-items.queries.ts'

const most = 1000

/** Deletes an epic or story with all below it. Each of them says with whom it went, so that a restore brings back exactly those. */
export async function deleteBranch(ctx: Context, root: FullRow): Promise<FullRow> {
  const deleted_at = ctx.clock.now().toISOString()
  // Level by level, parents first: below a locked parent nothing new can appear.
  const below: FullRow[] = []
  for (let level = [root]; level.length > 0; below.push(...level)) {
    const parents = level.filter((row) => row.kind !== 'task').map((row) => row.id)
    level = parents.length > 0 ? await ctx.tx.rows(childrenOf, [ctx.org, parents]) : []
    if (below.length + level.length > most) {
      throw new Refusal('conflict', `More than ${most} items stand below ${root.key}. Delete its stories or tasks first.`)
    }
  }
  const passes = await Promise.all(below.map((row) => passLease(ctx, row, undefined)))
  await Promise.all(below.map((row, place) => changeItem(ctx, row, { deleted_at, deleted_with: root.id }, passes[place])))
  return changeItem(ctx, root, { deleted_at })
}
