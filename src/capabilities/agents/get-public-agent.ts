import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './agents.contract.ts'
import { publicAgent } from './agents.queries.ts'

export const getPublicAgent = implement(contracts.getPublicAgent, async (ctx, { slug: asked }) => {
  const row = await ctx.tx.row(publicAgent, [asked])
  if (!row) throw notFound('public agent', asked, 'It may have been taken down.')
  const { slug, name, description, role, model, organization } = row.fields
  return { slug, name, description, role, model, organization, published_at: row.published_at, updated_at: row.updated_at }
})
