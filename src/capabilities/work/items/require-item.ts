import type { Context } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { expectRow, type Expected } from '../../../platform/together.ts'
import { namesHere } from '../../names-here.ts'
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

/** One item the caller may see, by key or id. Each named ancestor must really be one; for writing, the row is locked. */
export async function requireItem(
  ctx: Context,
  kind: Kind,
  name: string,
  purpose: keyof typeof statements,
  ancestors: Ancestors = {},
): Promise<FullRow> {
  const row =
    (await ctx.tx.row(statementFor(purpose, name), named(ctx, name))) ??
    (kind === 'task' ? undefined : await titled(ctx, kind, name, purpose, ancestors.project))
  const item = await asAsked(ctx, kind, name, row, ancestors)
  if (purpose === 'write' && item.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: {archiveProject with restore: true}.')
  }
  return item
}

/** An item of any kind, deleted or not, that is read together with the contents of its page. */
export const expectItem = (ctx: Context, name: string): Expected<FullRow> =>
  expectRow(ctx, statementFor('read_deleted', name), named(ctx, name))

/** The expected item, if it is a task. */
export const expectedTask = async (ctx: Context, name: string, item: Expected<FullRow>, ancestors: Ancestors): Promise<FullRow> =>
  asAsked(ctx, 'task', name, await item.row, ancestors)

const statementFor = (purpose: keyof typeof statements, name: string) => statements[purpose][isId(name) ? 0 : 1]
const named = ({ org }: Context, name: string) => ({ org, name: isId(name) ? name : name.toUpperCase() })

async function asAsked(ctx: Context, kind: Kind, name: string, row: FullRow | undefined, ancestors: Ancestors): Promise<FullRow> {
  if (!row || row.kind !== kind || !(await descendsFrom(ctx, row, ancestors))) throw await missing(ctx, kind, name)
  return row
}

/** Epics and stories are few and known by their titles; if several share one, a key must be named. */
async function titled(
  ctx: Context,
  kind: Kind,
  title: string,
  purpose: keyof typeof statements,
  project?: string,
): Promise<FullRow | undefined> {
  const found = await ctx.tx.rows(queries.itemsTitled, { org: ctx.org, kind, title, project: project ?? null })
  if (found.length > 1) {
    const keys = found.map(({ key }) => `\`${key}\``).join(', ')
    throw new Refusal('conflict', `Several have this title: ${keys}. Name one by its key.`)
  }
  const [only] = found
  return only && purpose === 'write' ? ctx.tx.row(queries.lockedById, { org: ctx.org, name: only.id }) : only
}

/** A task of the projects that a repository is connected to, locked; for a program that acts for no user. */
export async function requireTaskOf(ctx: Context, repository: string, name: string): Promise<FullRow> {
  const task = await ctx.tx.row(queries.lockedOfRepository, { org: ctx.org, repository, name: isId(name) ? name : name.toUpperCase() })
  if (!task) throw notFound('task', name, 'A CI job reaches what belongs to the projects that its repository is connected to.')
  return task
}

async function missing(ctx: Context, kind: Kind, name: string): Promise<Refusal> {
  const deleted = await ctx.tx.row(statementFor('read_deleted', name), named(ctx, name))
  if (deleted?.deleted_at && deleted.kind === kind) {
    const how = kind === 'task' ? '{deleteTask with restore: true|restoreItem}' : '{restoreItem}'
    return new Refusal('not_found', `${deleted.key} was deleted. To restore it: ${how}.`)
  }
  const keys = (await ctx.tx.rows(queries.newestKeys, { org: ctx.org, kind })).map(({ key }) => key)
  return notFound(kind, name, namesHere('Newest', keys, ways[kind]))
}

const ways = {
  task: 'Use {listTasks} to find its key.',
  story: 'Use {listTasks with kind: story|listStories}, or create one: {createTask with kind: story|createStory}.',
  epic: 'Use {listTasks with kind: epic|listEpics}, or create one: {createTask with kind: epic|createEpic}.',
}

async function descendsFrom(ctx: Context, row: FullRow, { project, epic, story }: Ancestors): Promise<boolean> {
  if (project !== undefined && !isProject(row, project)) return false
  if (epic === undefined && story === undefined) return true
  const parents = (await ctx.tx.rows(queries.parentsOf, { org: ctx.org, id: row.id })).slice(1)
  const among = (kind: Kind, name: string | undefined) =>
    name === undefined || parents.some((parent) => parent.kind === kind && isNamed(parent, name))
  return among('story', row.kind === 'story' ? undefined : story) && among('epic', epic)
}

const isNamed = ({ id, key, title }: { id: string; key: string; title: string }, name: string): boolean =>
  id === name || key === name.toUpperCase() || title.toLowerCase() === name.toLowerCase()

const isProject = (row: FullRow, name: string): boolean =>
  [row.project_slug, row.project_id].includes(name) || row.key.startsWith(`${name.toUpperCase()}-`)

export function toTask(row: FullRow): TaskRow {
  const { lease_fence: _, lease_user_id: _1, lease_instance_id: _2, fence: _3, completed_by: _4, completed_by_agent_id: _5, ...rest } = row
  const { deleted_with: _6, lease_from: _7, project_slug: _8, project_archived_at: _9, former_keys: _10, ...task } = rest
  return task
}

export function toItem(row: TaskRow | FullRow): ItemRow {
  const task = 'lease_fence' in row ? toTask(row) : row
  const {
    lease_holder: _,
    lease_until: _1,
    lease_agent_id: _2,
    blocked: _3,
    proof: _4,
    proof_covers: _5,
    open_questions: _6,
    ...item
  } = task
  return item
}

export const toWire = (row: FullRow): ItemRow | TaskRow => (row.kind === 'task' ? toTask(row) : toItem(row))
