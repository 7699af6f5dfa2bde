import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireAnyItem } from '../work-items/require-any-item.ts'
import * as contracts from './attachments.contract.ts'
import { attachmentDeleted } from './attachments.events.ts'
import { setDeleted, takeFromTotal } from './attachments.queries.ts'

/** The database puts its file on the list of those the worker removes. */
export const deleteAttachment = implement(contracts.deleteAttachment, async (ctx, { item: name, kind, attachment: id }) => {
  const item = await requireAnyItem(ctx, name, 'write', kind)
  const attachment = await ctx.tx.row(setDeleted, [ctx.org, item.id, id, ctx.clock.now()])
  if (!attachment) throw notFound('attachment', id, 'List the attachments of the item to find it.')
  await ctx.tx.rows(takeFromTotal, [ctx.org, attachment.size])
  ctx.emit(attachmentDeleted, { attachment, item })
  ctx.target(attachment.id)
  return attachment
})
