import type { Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { namesHere } from '../names-here.ts'
import { anyById, anyByKey } from './changes.queries.ts'
import * as queries from './work-items.queries.ts'
import type { FullRow, ItemRow, Kind, TaskRow } from './work-items.queries.ts'

export interface Ancestors {
  project?: string | undefined
  epic?: string | undefined
  story?: string | undefined
}

const statements = {
  read: [queries.itemById, queries.itemByKey],
  read_deleted: [anyById, anyByKey],
  write: [queries.lockedById, queries.lockedByKey],
} as const

/** One item the caller may see, by key or id. Each ancestor that is named must really be one; for writing the row is locked. */
export async function requireItem(
  ctx: Context,
  kind: Kind,
  name: string,
  purpose: keyof typeof statements,
  ancestors: Ancestors = {},
): Promise<FullRow> {
  const byId = isId(name)
  const [withId, withKey] = statements[purpose]
  const row = await ctx.tx.row(byId ? withId : withKey, [ctx.org, byId ? name : name.toUpperCase()])
  if (!row || row.kind !== kind || !(await descendsFrom(ctx, row, ancestors))) {
    throw await missing(ctx, kind, name)
  }
  if (purpose === 'write' && row.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: archive_project with restore: true.')
  }
  return row
}

async function missing(ctx: Context, kind: Kind, name: string): Promise<Refusal> {
  const keys = (await ctx.tx.rows(queries.newestKeys, [ctx.org, kind])).map(({ key }) => key)
  return notFound(kind, name, namesHere('Newest', keys, kind === 'task' ? 'Use list_tasks to find its key.' : 'List them to find its key.'))
}

async function descendsFrom(ctx: Context, row: FullRow, { project, epic, story }: Ancestors): Promise<boolean> {
  if (project !== undefined && project !== row.project_slug && project !== row.project_id) return false
  if (epic === undefined && story === undefined) return true
  const parents = (await ctx.tx.rows(queries.parentsOf, [ctx.org, row.id])).slice(1)
  const among = (kind: Kind, name: string | undefined) =>
    name === undefined || parents.some((parent) => parent.kind === kind && (parent.id === name || parent.key === name.toUpperCase()))
  return among('story', row.kind === 'story' ? undefined : story) && among('epic', epic)
}

export function toTask(row: FullRow): TaskRow {
  const { lease_fence: _, lease_user_id: _1, lease_instance_id: _2, fence: _3, completed_by: _4, completed_by_agent_id: _5, ...rest } = row
  const { deleted_with: _6, project_slug: _7, project_archived_at: _8, ...task } = rest
  return task
}

export function toItem(row: TaskRow | FullRow): ItemRow {
  const { lease_holder: _, lease_until: __, lease_agent_id: ___, blocked: ____, ...item } = 'lease_fence' in row ? toTask(row) : row
  return item
}

export const toWire = (row: FullRow): ItemRow | TaskRow => (row.kind === 'task' ? toTask(row) : toItem(row))
