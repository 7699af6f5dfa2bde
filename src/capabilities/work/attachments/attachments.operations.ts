import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import type { Column } from '../../../platform/together.ts'
import { entitlement } from '../../organizations/plans/entitlement.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireAnyItem, seesItem } from '../items/require-any-item.ts'
import * as contracts from './attachments.contract.ts'
import { attachmentCreated, attachmentDeleted } from './attachments.events.ts'
import {
  addToTotal,
  type AttachmentRow,
  discarded,
  purgeDiscarded,
  insertAttachment,
  newest,
  orphaned,
  setDeleted,
  stored,
  takeFromTotal,
} from './attachments.queries.ts'

/** The newest attachments of an item that the caller is already known to see. */
export const recentAttachments = (ctx: Context, item: string | Column, limit: number): Promise<AttachmentRow[]> =>
  ctx.tx.rows(newest, { org: ctx.org, item, before: lastId, limit })

const megabyte = 1024 * 1024

export const createAttachment = implement(
  contracts.createAttachment,
  async (ctx, { item: name, kind, file, name: title, content_type, size }) => {
    const item = await requireAnyItem(ctx, name, 'write', kind)
    const { limits } = await entitlement(ctx)
    const room = Math.min(ctx.services.config.ATTACHMENTS_MEGABYTES, limits.attachments_megabytes ?? Infinity)
    const kept = await ctx.tx.row(addToTotal, { org: ctx.org, size })
    if (kept && kept.bytes > room * megabyte) {
      throw new Refusal('too_large', `The attachments of this organization would take more than ${room} MiB. Delete some first.`)
    }
    const values = {
      org: ctx.org,
      id: newId(),
      item_id: item.id,
      file,
      title,
      content_type,
      size,
      user: userOf(ctx),
      agent: ctx.principal.agent,
      now: ctx.clock.now(),
    }
    const attachment = await ctx.tx.one(insertAttachment, values)
    ctx.emit(attachmentCreated, { attachment, item })
    ctx.target(attachment.id)
    return attachment
  },
)

/** Whoever sees the item sees what is attached to it. */
export const openAttachment = implement(contracts.openAttachment, async (ctx, { attachment: id }) => {
  const found = await ctx.tx.row(stored, { org: ctx.org, id })
  if (!found || !(await seesItem(ctx, found.item_id))) throw notFound('attachment', id, 'List the attachments of the item to find it.')
  return { file: found.file, name: found.name, content_type: found.content_type }
})

export const listAttachments = implement(contracts.listAttachments, async (ctx, { item: name, kind, limit, cursor }) => {
  const item = await requireAnyItem(ctx, name, 'read', kind)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(newest, { org: ctx.org, item: item.id, before, limit: limit + 1 }), limit, (row) => [row.id])
})

/** The database adds its file to the list of those the worker removes. */
export const deleteAttachment = implement(contracts.deleteAttachment, async (ctx, { item: name, kind, attachment: id }) => {
  const item = await requireAnyItem(ctx, name, 'write', kind)
  const attachment = await ctx.tx.row(setDeleted, { org: ctx.org, item: item.id, id, now: ctx.clock.now() })
  if (!attachment) throw notFound('attachment', id, 'List the attachments of the item to find it.')
  await ctx.tx.rows(takeFromTotal, { org: ctx.org, size: attachment.size })
  ctx.emit(attachmentDeleted, { attachment, item })
  ctx.target(attachment.id)
  return attachment
})

const maxOfARun = 500

/** Removes the file first: if the run is killed in between, the next one finds the name on the list again, and nothing is left behind. */
export const removeDiscardedFiles = implement(contracts.removeDiscardedFiles, {
  async prepare(ctx) {
    const rows = await ctx.transaction('read', ({ tx }) => tx.rows(discarded, { limit: maxOfARun }))
    // Each store removes only files with its own extension.
    const { attachments, files: pictures } = ctx.services
    for (const { file } of rows) for (const store of [attachments, pictures]) await store.remove(file)
    return rows.map(({ file }) => file)
  },
  async handle(ctx, _, files) {
    if (files.length > 0) await ctx.tx.rows(purgeDiscarded, { files })
    return { removed: files.length }
  },
})

const day = 86_400_000

/** A file is stored before its row. A row that is still missing a day later won't come: its server has ended, or lost the database. */
export const removeOrphanedFiles = implement(contracts.removeOrphanedFiles, {
  async prepare(ctx) {
    const before = ctx.clock.now().getTime() - day
    let removed = 0
    for (const store of [ctx.services.attachments, ctx.services.files]) {
      for await (const batch of store.list()) {
        const old = batch.filter(({ modified }) => modified.getTime() < before).map(({ name }) => name)
        const orphans = old.length > 0 ? await ctx.transaction('read', ({ tx }) => tx.rows(orphaned, { before: old })) : []
        for (const { file } of orphans) await store.remove(file)
        removed += orphans.length
      }
    }
    return removed
  },
  async handle(_, _input, removed) {
    return { removed }
  },
})
