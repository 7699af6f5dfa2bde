import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './notes.contract.ts'
import { found, listStatement } from './notes.queries.ts'

const place = ['number', 'id'] as const
type Input = z.output<typeof contracts.listNotes.input>

export const listNotes = implement(contracts.listNotes, async (ctx, input) => {
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'read')).id
  return input.search === undefined ? listed(ctx, input, project) : searched(ctx, input, project)
})

async function listed(ctx: Context, input: Input, project: string | null) {
  const { tag, since, until, limit } = input
  const filters = { org: ctx.org, project, user: ctx.principal.user, tag, since, until }
  const conditions = [`n.deleted_at is ${input.deleted ? 'not null' : 'null'}`]
  if (project) conditions.push('n.project_id = :project')
  if (input.personal) conditions.push('n.owner_id = :user')
  if (tag !== undefined) conditions.push('n.tags @> array[:tag]::text[]')
  if (since !== undefined) conditions.push('n.updated_at >= :since')
  if (until !== undefined) conditions.push('n.updated_at < :until')
  const all = [listStatement(conditions), { ...filters, limit: allRows }] as const
  const after = decodeCursor(input.cursor, place)
  if (after) conditions.push('(n.pinned, n.id) < (:pinned, :before)')
  const from = { pinned: after?.[0] === 1, before: after?.[1] }
  const rows = await ctx.tx.rows(listStatement(conditions), { ...filters, ...from, limit: limit + 1 })
  const page = nextPage(rows, limit, (note) => [Number(note.pinned), note.id])
  return withTotal(ctx, input.cursor, page, ...all)
}

async function searched(ctx: Context, input: Input, project: string | null) {
  const { search, personal, tag = null, since = null, until = null, deleted, limit } = input
  const [score, id] = decodeCursor(input.cursor, place) ?? [null, null]
  const rows = await ctx.tx.rows(found, {
    org: ctx.org,
    search,
    project,
    personal,
    tag,
    since,
    until,
    deleted,
    score,
    id,
    limit: limit + 1,
  })
  const { items, next_cursor } = nextPage(rows, limit, (note) => [note.score, note.id])
  return { items: items.map(({ score: _, ...note }) => note), next_cursor }
}
