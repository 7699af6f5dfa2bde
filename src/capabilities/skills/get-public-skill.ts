import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './skills.contract.ts'
import { publicSkill } from './skills.queries.ts'

export const getPublicSkill = implement(contracts.getPublicSkill, async (ctx, { slug: asked }) => {
  const row = await ctx.tx.row(publicSkill, [asked])
  if (!row) throw notFound('public skill', asked, 'It may have been taken down.')
  const { slug, name, description, tags, organization, revision } = row.fields
  const { body, published_at, updated_at } = row
  return { slug, name, description, tags, organization, revision, body, published_at, updated_at }
})
