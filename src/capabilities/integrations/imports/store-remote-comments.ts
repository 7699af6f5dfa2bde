import { system, type Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { addCommentFromOutside } from '../../work/comments/add-comment.ts'
import { importedItems } from '../../work/transfer/imported-items.ts'
import * as contracts from './remote-imports.contract.ts'
import * as queries from './remote-imports.queries.ts'
import type { RemoteImportRow } from './remote-imports.queries.ts'
import { changeRemoteImport } from './store-remote-import.ts'

const itemsAtOnce = 50
const longestBody = 20_000

/** Imports the comments from elsewhere in their order, each once however often it is imported. */
export const storeRemoteComments = implement(contracts.storeRemoteComments, async (ctx, { remote_import_id: id }) => {
  const row = await ctx.tx.row(queries.lockedRemoteImport, { org: ctx.org, id })
  if (row?.status !== 'commenting') return { next: null }
  const items = await ctx.tx.rows(queries.commentedFrom, { org: ctx.org, id, after: row.commented_to, limit: itemsAtOnce })
  const added = await addTo(ctx, row, items)
  const changes = { comments_added: row.comments_added + added, commented_to: items.at(-1)?.place ?? row.commented_to }
  ctx.target(id)
  if (items.length === itemsAtOnce) {
    await changeRemoteImport(ctx, row, changes)
    return { next: { remote_import_id: id } }
  }
  await ctx.tx.rows(queries.deleteItems, { org: ctx.org, id })
  await changeRemoteImport(ctx, row, { ...changes, status: 'done' })
  return { next: null }
})

type Commented = { external_id: string; comments: { id: string; body: string; author: string; url: string }[] }[]

async function addTo(ctx: Context, row: RemoteImportRow, items: Commented): Promise<number> {
  const place = { org: ctx.org, project: row.project_id }
  const names = items.flatMap(({ comments }) => comments.map((comment) => comment.id.slice(0, 150)))
  if (names.length === 0) return 0
  const fresh = new Set((await ctx.tx.rows(queries.takeComments, { ...place, names })).map(({ external_id }) => external_id))
  const { principal } = ctx
  // In the name of whoever imports, but as the system: others wrote these comments, so they don't count as a person's word.
  ctx.enter({ ...system(ctx.org), user: row.user_id }, ctx.org)
  const found = await importedItems(
    ctx,
    row.project_id,
    items.map(({ external_id }) => external_id),
  )
  const made: { name: string; id: string }[] = []
  for (const { external_id, comments } of items) {
    const item = found.get(external_id)
    if (!item) continue
    for (const { id, body, author, url } of comments) {
      if (!fresh.delete(id.slice(0, 150)) || body.trim() === '') continue
      const words = {
        body: body.replaceAll('\0', '').slice(0, longestBody).toWellFormed(),
        author: author.slice(0, 100),
        url: url.slice(0, 500),
      }
      made.push({ name: id.slice(0, 150), id: (await addCommentFromOutside(ctx, item, words)).id })
    }
  }
  ctx.enter(principal, ctx.org)
  if (made.length > 0)
    await ctx.tx.rows(queries.rememberComments, { ...place, names: made.map(({ name }) => name), ids: made.map(({ id }) => id) })
  return made.length
}

/** The items are imported, so their comments follow. Runs in the transaction that ends the import. */
export async function afterImport(ctx: Context, { import: { id, status } }: { import: { id: string; status: string } }): Promise<void> {
  const row = await ctx.tx.row(queries.remoteImportOf, { org: ctx.org, import_id: id })
  if (row?.status !== 'applying') return
  if (status === 'failed') {
    await changeRemoteImport(ctx, row, {
      status: 'failed',
      failure: 'It could not be applied to its end. Read it again: nothing is doubled.',
    })
    return
  }
  await changeRemoteImport(ctx, row, { status: 'commenting' })
  await ctx.enqueue('storeRemoteComments', { remote_import_id: row.id }, { patient: true })
}
