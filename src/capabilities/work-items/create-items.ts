import { userOf, type Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import { toItem } from './require-item.ts'
import { itemCreated } from './work-items.events.ts'
import { insertItems, type ItemRow, type Kind, type TaskRow } from './work-items.queries.ts'

type Given =
  | 'description'
  | 'status'
  | 'priority'
  | 'labels'
  | 'estimate'
  | 'due_on'
  | 'assignee_id'
  | 'assignee_agent_id'
  | 'parent_id'
  | 'completion_notes'
export type NewItem = { title: string } & Partial<Pick<ItemRow, Given>>

const unnamed = { parent_id: null, description: '', status: 'backlog', priority: 'none', labels: [] }

/** Stores items of one kind under the project's next numbers, in this order. */
export async function createItems(ctx: Context, kind: Kind, project: { id: string }, items: readonly NewItem[]): Promise<TaskRow[]> {
  if (items.length === 0) return []
  const given = JSON.stringify(items.map((item) => ({ id: newId(), ...unnamed, ...item })))
  const rows = await ctx.tx.rows(insertItems, [ctx.org, project.id, kind, given, userOf(ctx), ctx.principal.agent, ctx.clock.now()])
  for (const row of rows) ctx.emit(itemCreated[kind], { item: kind === 'task' ? row : toItem(row) })
  return rows
}
