import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { changeItem } from '../items/change-item.ts'
import * as contracts from '../items/changes.contract.ts'
import { anyById, anyLocked, goneWith, parentById } from '../items/changes.queries.ts'
import { findAnyItem, requireOpenProject } from '../items/require-any-item.ts'
import { toItem } from '../items/require-item.ts'

/** What is below a deleted parent can't be restored alone: the parent goes first, and brings it along. */
export const restoreItem = implement(contracts.restoreItem, async (ctx, { item: name, kind }) => {
  const found = await findAnyItem(ctx, name, kind)
  requireOpenProject(found)
  if (found.parent_id && found.deleted_at && !(await ctx.tx.row(parentById, { org: ctx.org, name: found.parent_id }))) {
    const parent = await ctx.tx.row(anyById, { org: ctx.org, name: found.parent_id })
    throw new Refusal('conflict', `${found.key} stands below ${parent?.key}, which is deleted. Restore ${parent?.key} first.`)
  }
  const before = await ctx.tx.one(anyLocked, { org: ctx.org, id: found.id })
  const below = before.deleted_at ? await ctx.tx.rows(goneWith, { org: ctx.org, id: before.id }) : []
  const back = { deleted_at: null, deleted_with: null }
  await Promise.all(below.map((row) => changeItem(ctx, row, back)))
  const after = await changeItem(ctx, before, back)
  return { ...toItem(after), restored: before.deleted_at ? below.length + 1 : 0 }
})
