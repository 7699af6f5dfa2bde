import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { seesItem } from '../work-items/require-any-item.ts'
import * as contracts from './attachments.contract.ts'
import { stored } from './attachments.queries.ts'

/** Whoever sees the item sees what is attached to it. */
export const openAttachment = implement(contracts.openAttachment, async (ctx, { attachment: id }) => {
  const found = await ctx.tx.row(stored, [ctx.org, id])
  if (!found || !(await seesItem(ctx, found.item_id))) throw notFound('attachment', id, 'List the attachments of the item to find it.')
  return { file: found.file, name: found.name, content_type: found.content_type }
})
