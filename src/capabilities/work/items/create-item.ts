import { userOf, type Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { keepReferencesOfItems } from '../../links/text-references.ts'
import { requireDates } from '../planning/dates.ts'
import { toItem } from './require-item.ts'
import { itemCreated } from './work-items.events.ts'
import * as queries from './work-items.queries.ts'
import type { GivenField, ItemRow, Kind, TaskRow } from './work-items.queries.ts'

type Fields = { title: string } & Partial<Pick<ItemRow, GivenField>>

/** Stores an item under the project's next number, and returns which open ones have the same title. */
export async function createItem(
  ctx: Context,
  kind: Kind,
  project: { id: string },
  parent: string | null,
  fields: Fields,
): Promise<TaskRow & { same_title: string[] }> {
  const row = await ctx.tx.one(queries.insertItem, valuesOf(ctx, kind, project, parent, fields))
  await keepReferencesOfItems(ctx, project.id, [row])
  const { same_title: _, ...wire } = row
  ctx.emit(itemCreated[kind], { item: kind === 'task' ? wire : toItem(wire) })
  ctx.target(row.id)
  return row
}

function valuesOf(ctx: Context, kind: Kind, project: { id: string }, parent: string | null, fields: Fields) {
  requireDates(fields)
  return {
    ...queries.withDefaults(fields),
    org: ctx.org,
    project: project.id,
    id: newId(),
    kind,
    parent_id: parent,
    user: userOf(ctx),
    agent: ctx.principal.agent,
    now: ctx.clock.now(),
  }
}

/**
 * The same for a task without assignee, dependencies and links. Everything but its number is known beforehand, so the insert, which draws the number,
 * is sent with COMMIT: other creates in the project wait only for the commit, not for a round trip as well. The kernel adds number, key and rank to
 * the answer after the commit (`ctx.deferred`), the database to the events (`app.with_number`).
 */
export async function createTaskLast(ctx: Context, project: { id: string }, parent: string | null, fields: Fields): Promise<TaskRow> {
  const values = valuesOf(ctx, 'task', project, parent, fields)
  const { id, now, user, agent } = values
  const given = queries.withDefaults(fields) as Pick<TaskRow, GivenField>
  await keepReferencesOfItems(ctx, project.id, [{ id, description: given.description }])
  const stored = ctx.tx.unread(queries.insertLast, values).then(([row]) => row ?? {})
  stored.catch(() => {})
  const at = now.toISOString()
  const isComplete = given.status === 'complete'
  const task: TaskRow = {
    ...given,
    ...{
      id,
      kind: 'task',
      project_id: project.id,
      parent_id: parent,
      number: 0,
      key: '',
      rank: '',
      assignee: null,
      completion_notes: null,
    },
    ...{
      created_by: user,
      created_by_agent_id: agent,
      created_at: at,
      updated_at: at,
      completed_at: isComplete ? at : null,
      deleted_at: null,
    },
    ...{ lease_holder: null, lease_until: null, lease_agent_id: null, blocked: false, open_questions: 0, version: 1 },
    ...{ proof: isComplete ? 'claimed' : 'none', proof_covers: [] },
  }
  ctx.emit(itemCreated.task, { item: task })
  ctx.target(id)
  Object.assign(ctx.deferred ?? {}, { item: id, fields: stored })
  return task
}
