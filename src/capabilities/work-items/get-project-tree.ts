import { implement } from '../../kernel/operation.ts'
import { decodeCursor, nextPage } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './work-items.contract.ts'
import { descendants, topItems, type LinkRow } from './work-items.queries.ts'

const mostBelow = 2000

interface Branch extends LinkRow {
  children: Branch[]
}

/** A page of top-level items, each with all that is below it, up to a bound that the answer admits to. */
export const getProjectTree = implement(contracts.getProjectTree, async (ctx, input) => {
  const project = await requireProject(ctx, input.project, 'read')
  const [after] = decodeCursor(input.cursor, ['number']) ?? [0]
  const rows = await ctx.tx.rows(topItems, [ctx.org, project.id, after, input.limit + 1])
  const page = nextPage(rows, input.limit, (row) => [row.number])
  const below = await ctx.tx.rows(descendants, [ctx.org, page.items.map((row) => row.id), mostBelow + 1])
  const branches = new Map<string, Branch>()
  const items = page.items.map(({ number: _, ...link }) => grow(branches, link))
  const shown = below.slice(0, mostBelow)
  for (const { parent_id: _, ...link } of shown) grow(branches, link)
  for (const { id, parent_id } of shown) branches.get(parent_id)?.children.push(branches.get(id) as Branch)
  return { items, next_cursor: page.next_cursor, truncated: below.length > mostBelow }
})

function grow(branches: Map<string, Branch>, link: LinkRow): Branch {
  const branch = { ...link, children: [] }
  branches.set(link.id, branch)
  return branch
}
