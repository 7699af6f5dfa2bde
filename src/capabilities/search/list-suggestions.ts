import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './search.contract.ts'
import * as queries from './search.queries.ts'
import { toNamed } from './show-things.ts'

export const listSuggestions = implement(contracts.listSuggestions, async (ctx, { q, kinds = null, project: name, limit }) => {
  const project = name === undefined ? null : (await requireProject(ctx, name, 'read')).id
  const typed = q.slice(0, 200)
  const ids = typed === '' ? await ctx.tx.rows(queries.recent, [200]) : await byName()
  const rows = await ctx.tx.rows(queries.list, [ctx.org, ids.map(({ id }) => id)])
  const items = ids.flatMap(({ id }) => rows.find((row) => row.id === id) ?? [])
  const wanted = items.filter((row) => (!kinds || (kinds as string[]).includes(row.kind)) && (!project || row.project_id === project))
  return { items: wanted.slice(0, limit).map(toNamed) }

  async function byName() {
    const words = (await ctx.tx.row(queries.nameWords, [typed]))?.words ?? ''
    // The last word may be half typed.
    const started = words.endsWith("'") ? `${words}:*` : words
    return ctx.tx.rows(queries.named, [typed, started, kinds, project, project !== null, limit])
  }
})
