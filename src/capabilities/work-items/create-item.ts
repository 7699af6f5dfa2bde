import { userOf, type Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import { toItem } from './require-item.ts'
import { itemCreated } from './work-items.events.ts'
import * as queries from './work-items.queries.ts'
import type { ItemRow, Kind, TaskRow } from './work-items.queries.ts'

type Fields = Partial<
  Pick<ItemRow, 'description' | 'status' | 'priority' | 'labels' | 'estimate' | 'due_on' | 'assignee_id' | 'assignee_agent_id'>
> & {
  title: string
}

/** Stores an item under the project's next number and says which open ones have the same title. */
export async function createItem(
  ctx: Context,
  kind: Kind,
  project: { id: string },
  parent: string | null,
  fields: Fields,
): Promise<TaskRow & { same_title: string[] }> {
  const { title, description = '', status = 'backlog', priority = 'none', labels = [], estimate = null, due_on = null } = fields
  const { assignee_id = null, assignee_agent_id = null } = fields
  const row = await ctx.tx.row(queries.insertItem, [
    ctx.org,
    project.id,
    newId(),
    kind,
    parent,
    title,
    description,
    status,
    priority,
    labels,
    estimate,
    due_on,
    assignee_id,
    assignee_agent_id,
    userOf(ctx),
    ctx.principal.agent,
    ctx.clock.now(),
  ])
  if (!row) throw new Error('the item was not stored')
  const { same_title: _, ...wire } = row
  ctx.emit(itemCreated[kind], { item: kind === 'task' ? wire : toItem(wire) })
  ctx.target(row.id)
  return row
}
