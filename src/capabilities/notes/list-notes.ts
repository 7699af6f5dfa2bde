import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './notes.contract.ts'
import { found, listStatement } from './notes.queries.ts'

const place = ['number', 'id'] as const
type Input = z.output<typeof contracts.listNotes.input>

export const listNotes = implement(contracts.listNotes, async (ctx, input) => {
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'read')).id
  return input.search === undefined ? listed(ctx, input, project) : searched(ctx, input, project)
})

async function listed(ctx: Context, input: Input, project: string | null) {
  const values: unknown[] = [ctx.org, input.limit + 1]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [`n.deleted_at is ${input.deleted ? 'not null' : 'null'}`]
  if (project) conditions.push(`n.project_id = ${bind(project)}`)
  if (input.personal) conditions.push(`n.owner_id = ${bind(ctx.principal.user)}`)
  if (input.tag !== undefined) conditions.push(`n.tags @> array[${bind(input.tag)}]::text[]`)
  if (input.since !== undefined) conditions.push(`n.updated_at >= ${bind(input.since)}`)
  if (input.until !== undefined) conditions.push(`n.updated_at < ${bind(input.until)}`)
  const all = [listStatement(conditions), [ctx.org, allRows, ...values.slice(2)]] as const
  const after = decodeCursor(input.cursor, place)
  if (after) conditions.push(`(n.pinned, n.id) < (${bind(after[0] === 1)}, ${bind(after[1])})`)
  const rows = await ctx.tx.rows(listStatement(conditions), values)
  const page = nextPage(rows, input.limit, (note) => [Number(note.pinned), note.id])
  return withTotal(ctx, input.cursor, page, ...all)
}

async function searched(ctx: Context, input: Input, project: string | null) {
  const { search, personal, tag = null, since = null, until = null, deleted, limit } = input
  const [score, id] = decodeCursor(input.cursor, place) ?? [null, null]
  const rows = await ctx.tx.rows(found, [ctx.org, search, project, personal, tag, since, until, deleted, score, id, limit + 1])
  const { items, next_cursor } = nextPage(rows, limit, (note) => [note.score, note.id])
  return { items: items.map(({ score: _, ...note }) => note), next_cursor }
}
