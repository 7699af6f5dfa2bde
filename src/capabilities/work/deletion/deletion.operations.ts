import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { changeItem } from '../items/change-item.ts'
import { childrenOf } from '../items/changes.queries.ts'
import { requireItem, toItem, toTask } from '../items/require-item.ts'
import * as contracts from '../items/work-items.contract.ts'
import type { FullRow } from '../items/work-items.queries.ts'
import { passLease } from '../leases/lease.ts'

const maxDeleted = 1000

export const deleteEpic = implement(contracts.deleteEpic, async (ctx, { epic, ...ancestors }) =>
  toItem(await deleteBranch(ctx, await requireItem(ctx, 'epic', epic, 'write', ancestors))),
)

export const deleteStory = implement(contracts.deleteStory, async (ctx, { story, ...ancestors }) =>
  toItem(await deleteBranch(ctx, await requireItem(ctx, 'story', story, 'write', ancestors))),
)

export const deleteTask = implement(contracts.deleteTask, async (ctx, { task: name, fence, ...ancestors }) => {
  const before = await requireItem(ctx, 'task', name, 'write', ancestors)
  const pass = await passLease(ctx, before, fence)
  return toTask(await changeItem(ctx, before, { deleted_at: ctx.clock.now().toISOString() }, pass))
})

/** Deletes an epic or story with everything below it. Each row records what it went with, so that a restore brings back exactly those. */
async function deleteBranch(ctx: Context, root: FullRow): Promise<FullRow> {
  const deleted_at = ctx.clock.now().toISOString()
  // Level by level, parents first: below a locked parent nothing new can appear.
  const below: FullRow[] = []
  for (let level = [root]; level.length > 0; below.push(...level)) {
    const parents = level.filter((row) => row.kind !== 'task').map((row) => row.id)
    level = parents.length > 0 ? await ctx.tx.rows(childrenOf, { org: ctx.org, parents }) : []
    if (below.length + level.length > maxDeleted) {
      throw new Refusal('conflict', `More than ${maxDeleted} items are below ${root.key}. Delete its stories or tasks first.`)
    }
  }
  const passes = await Promise.all(below.map((row) => passLease(ctx, row, undefined)))
  await Promise.all(below.map((row, place) => changeItem(ctx, row, { deleted_at, deleted_with: root.id }, passes[place])))
  return changeItem(ctx, root, { deleted_at })
}
