import type { Context } from '../../kernel/context.ts'
import { lastId } from '../paging.ts'
import { newest, type AttachmentRow } from './attachments.queries.ts'

/** The newest attachments of an item the caller has been shown to see. */
export const recentAttachments = (ctx: Context, item: string, limit: number): Promise<AttachmentRow[]> =>
  ctx.tx.rows(newest, [ctx.org, item, lastId, limit])
