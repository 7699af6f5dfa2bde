import { userOf, type Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { keepReferencesOfItems } from '../../links/text-references.ts'
import { toItem } from './require-item.ts'
import { itemCreated } from './work-items.events.ts'
import { type GivenField, insertItems, type ItemRow, type Kind, type TaskRow, withDefaults } from './work-items.queries.ts'

export type NewItem = { title: string } & Partial<Pick<ItemRow, GivenField | 'parent_id' | 'completion_notes'>>

/** Stores items of one kind under the project's next numbers, in this order. */
export async function createItems(ctx: Context, kind: Kind, project: { id: string }, items: readonly NewItem[]): Promise<TaskRow[]> {
  if (items.length === 0) return []
  const given = JSON.stringify(items.map((item) => ({ id: newId(), ...item, ...withDefaults(item) })))
  const rows = await ctx.tx.rows(insertItems, {
    org: ctx.org,
    project: project.id,
    kind,
    items: given,
    user: userOf(ctx),
    agent: ctx.principal.agent,
    now: ctx.clock.now(),
  })
  await keepReferencesOfItems(ctx, project.id, rows)
  for (const row of rows) ctx.emit(itemCreated[kind], { item: kind === 'task' ? row : toItem(row) })
  return rows
}
