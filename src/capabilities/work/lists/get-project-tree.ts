import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './lists.contract.ts'
import { childItems, childrenOfEach, topItems, type BranchRow } from './lists.queries.ts'
import { requireItem } from '../items/require-item.ts'
import type { LinkRow } from '../items/work-items.queries.ts'

/** The most rows that one level of the answer has, and the most of them below one item. */
const maxInLevel = 1000
const maxOfOne = 100

interface Branch extends LinkRow {
  children: Branch[]
  more: boolean
}

/** A page of items at the top, or below one epic or story, with the first ones below each. `more` marks what is left out. */
export const getProjectTree = implement(contracts.getProjectTree, async (ctx, { project: name, epic, story, limit, cursor }) => {
  const project = await requireProject(ctx, name, 'read')
  const [after] = decodeCursor(cursor, ['number']) ?? [0]
  const parent = await parentOf(ctx, project.id, epic, story)
  const rows = await ctx.tx.rows(parent ? childItems : topItems, { org: ctx.org, parent: parent ?? project.id, after, limit: limit + 1 })
  const page = nextPage(rows, limit, (row) => [row.number])
  const items = page.items.map(toBranch)
  const stories = await grow(ctx, items)
  const tasks = await grow(ctx, stories)
  return { items, next_cursor: page.next_cursor, truncated: [...items, ...stories, ...tasks].some(({ more }) => more) }
})

async function parentOf(ctx: Context, project: string, epic: string | undefined, story: string | undefined): Promise<string | null> {
  if (story !== undefined) return (await requireItem(ctx, 'story', story, 'read', { project, epic })).id
  return epic === undefined ? null : (await requireItem(ctx, 'epic', epic, 'read', { project })).id
}

const toBranch = ({ id, key, kind, title, status }: BranchRow): Branch => ({ id, key, kind, title, status, children: [], more: false })

/** Attaches the first children to each of these and returns those children. A task has none. */
async function grow(ctx: Context, above: readonly Branch[]): Promise<Branch[]> {
  const parents = new Map(above.filter(({ kind }) => kind !== 'task').map((branch) => [branch.id, branch]))
  if (parents.size === 0) return []
  const max = Math.min(maxOfOne, Math.max(1, Math.floor(maxInLevel / parents.size)))
  const rows = await ctx.tx.rows(childrenOfEach, { org: ctx.org, parents: [...parents.keys()], limit: max + 1 })
  for (const row of rows) {
    const parent = parents.get(row.parent_id) as Branch
    if (parent.children.length < max) parent.children.push(toBranch(row))
    else parent.more = true
  }
  return [...parents.values()].flatMap(({ children }) => children)
}
