import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './notes.contract.ts'
import { publicNote } from './notes.queries.ts'

export const getPublicNote = implement(contracts.getPublicNote, async (ctx, input) => {
  const row = await ctx.tx.row(publicNote, [input.slug])
  if (!row) throw notFound('public note', input.slug, 'It may have been taken down.')
  const { slug, title, content, tags } = row.fields
  return { slug, title, content, tags, published_at: row.published_at, updated_at: row.updated_at }
})
