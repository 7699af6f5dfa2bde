import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { systemDocs, type SystemDoc } from '../../../platform/system-docs.ts'
import { version } from '../../../platform/version.ts'
import { publicPath } from '../public-address.ts'
import * as contracts from './docs.contract.ts'

const named = (ctx: Context, { id, title, summary }: SystemDoc) => ({
  id,
  title,
  summary,
  url: `${ctx.services.config.APP_URL}${publicPath('doc', id)}`,
})

export const listDocs = implement(contracts.listDocs, async (ctx) => ({ version, docs: systemDocs().map((doc) => named(ctx, doc)) }))

export const getDoc = implement(contracts.getDoc, async (ctx, { id }) => {
  const doc = systemDocs().find((one) => one.id === id)
  if (!doc) throw notFound('page of the documentation', id, 'List them with {listDocs}.')
  return { ...named(ctx, doc), version, content: doc.content }
})
