import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { requireAnyItem } from '../work-items/require-any-item.ts'
import * as contracts from './attachments.contract.ts'
import { attachmentCreated } from './attachments.events.ts'
import { addToTotal, insertAttachment } from './attachments.queries.ts'

const megabyte = 1024 * 1024

export const createAttachment = implement(
  contracts.createAttachment,
  async (ctx, { item: name, kind, file, name: title, content_type, size }) => {
    const item = await requireAnyItem(ctx, name, 'write', kind)
    const room = ctx.services.config.ATTACHMENTS_MEGABYTES
    const kept = await ctx.tx.row(addToTotal, [ctx.org, size])
    if (kept && kept.bytes > room * megabyte) {
      throw new Refusal('too_large', `The attachments of this organization would take more than ${room} MiB. Delete some first.`)
    }
    const values = [ctx.org, newId(), item.id, file, title, content_type, size, userOf(ctx), ctx.principal.agent, ctx.clock.now()]
    const attachment = await ctx.tx.row(insertAttachment, values)
    if (!attachment) throw new Error('the attachment was not stored')
    ctx.emit(attachmentCreated, { attachment, item })
    ctx.target(attachment.id)
    return attachment
  },
)
