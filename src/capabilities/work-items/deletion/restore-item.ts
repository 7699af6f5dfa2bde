import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { changeItem } from '../change-item.ts'
import * as contracts from '../changes.contract.ts'
import { anyById, anyLocked, goneWith, parentById } from '../changes.queries.ts'
import { findAnyItem, requireOpenProject } from '../require-any-item.ts'
import { toItem } from '../require-item.ts'

/** What stands below a deleted parent cannot be alone: the parent is restored first, and brings it along. */
export const restoreItem = implement(contracts.restoreItem, async (ctx, { item: name, kind }) => {
  const found = await findAnyItem(ctx, name, kind)
  requireOpenProject(found)
  if (found.parent_id && found.deleted_at && !(await ctx.tx.row(parentById, [ctx.org, found.parent_id]))) {
    const parent = await ctx.tx.row(anyById, [ctx.org, found.parent_id])
    throw new Refusal('conflict', `${found.key} stands below ${parent?.key}, which is deleted. Restore ${parent?.key} first.`)
  }
  const before = await ctx.tx.row(anyLocked, [ctx.org, found.id])
  if (!before) throw new Error('an item has vanished')
  const below = before.deleted_at ? await ctx.tx.rows(goneWith, [ctx.org, before.id]) : []
  const back = { deleted_at: null, deleted_with: null }
  await Promise.all(below.map((row) => changeItem(ctx, row, back)))
  const after = await changeItem(ctx, before, back)
  return { ...toItem(after), restored: before.deleted_at ? below.length + 1 : 0 }
})
