import { userOf, type Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { keepReferencesOfItems } from '../../links/text-references.ts'
import { requireDates } from '../planning/dates.ts'
import { toItem } from './require-item.ts'
import { itemCreated } from './work-items.events.ts'
import * as queries from './work-items.queries.ts'
import type { GivenField, ItemRow, Kind, TaskRow } from './work-items.queries.ts'

type Fields = { title: string } & Partial<Pick<ItemRow, GivenField>>

/** Stores an item under the project's next number and says which open ones have the same title. */
export async function createItem(
  ctx: Context,
  kind: Kind,
  project: { id: string },
  parent: string | null,
  fields: Fields,
): Promise<TaskRow & { same_title: string[] }> {
  requireDates(fields)
  const row = await ctx.tx.one(queries.insertItem, {
    ...queries.withDefaults(fields),
    org: ctx.org,
    project: project.id,
    id: newId(),
    kind,
    parent_id: parent,
    user: userOf(ctx),
    agent: ctx.principal.agent,
    now: ctx.clock.now(),
  })
  await keepReferencesOfItems(ctx, project.id, [row])
  const { same_title: _, ...wire } = row
  ctx.emit(itemCreated[kind], { item: kind === 'task' ? wire : toItem(wire) })
  ctx.target(row.id)
  return row
}
