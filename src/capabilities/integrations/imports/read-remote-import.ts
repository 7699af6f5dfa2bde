import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { ProviderFailure } from '../../../platform/integrations/provider-failure.ts'
import type { RemotePage, TrackerCredentials } from '../../../platform/integrations/tracker.ts'
import { findProject } from '../../projects/require-project.ts'
import { actAsImporter } from '../../work/transfer/continue-import.ts'
import { nameOf, openTokens } from '../accounts/credentials.ts'
import { previewOf } from './plan-remote-import.ts'
import * as contracts from './remote-imports.contract.ts'
import * as queries from './remote-imports.queries.ts'
import type { RemoteImportRow } from './remote-imports.queries.ts'
import { changeRemoteImport } from './store-remote-import.ts'

const maxItems = 5000
/** Each has fifty issues, or is the last; a tracker that sends more has a list without an end. */
const maxPages = 500
const maxAttempts = 10

/**
 * Reads one page: fetched outside of any transaction, and stored together with the cursor of the next. After a worker was killed, the next one
 * fetches the same page again, and a page that has been stored meanwhile isn't stored twice.
 */
export const readRemoteImport = implement(contracts.readRemoteImport, {
  async prepare(ctx, { remote_import_id: id }) {
    const found = await ctx.transaction('read', async ({ tx }) => {
      const row = await tx.row(queries.remoteImport, { org: ctx.org, id })
      return row?.status === 'reading' ? { row, tokens: await tx.row(queries.tokensOf, { id }) } : null
    })
    if (!found) return null
    const { row, tokens } = found
    if (!tokens)
      return { cursor: row.page_cursor, answer: new ProviderFailure('refused', `Connect ${nameOf(row.provider)} in your settings first.`) }
    const tracker = ctx.services.trackers[row.provider]
    const answer = await tracker
      .page(openTokens<TrackerCredentials>(ctx, tokens), row.source, row.page_cursor, row.comments)
      .catch((error: unknown) => {
        if (error instanceof ProviderFailure) return error
        throw error
      })
    return { cursor: row.page_cursor, answer }
  },
  async handle(ctx, { remote_import_id: id, attempt }, asked) {
    const row = await ctx.tx.row(queries.lockedRemoteImport, { org: ctx.org, id })
    if (!asked || row?.status !== 'reading') return { next: null }
    // Another worker was faster with this page.
    if (row.page_cursor !== asked.cursor) return { next: { remote_import_id: id } }
    const { answer } = asked
    const failed = answer instanceof ProviderFailure
    const values = { id, now: ctx.clock.now(), failure: failed ? answer.message : null, broken: failed && answer.problem === 'revoked' }
    await ctx.tx.rows(queries.recordReading, values)
    return failed ? waitOrFail(ctx, row, answer, attempt) : storePage(ctx, row, answer)
  },
})

async function storePage(ctx: Context, row: RemoteImportRow, { items, next }: RemotePage) {
  const place = { org: ctx.org, id: row.id }
  const content = items.map((item, at) => ({ external_id: item.external_id, place: row.items + at, content: item }))
  if (content.length > 0) await ctx.tx.rows(queries.storeItems, { ...place, items: JSON.stringify(content) })
  const found = await ctx.tx.one(queries.countItems, place)
  const read = { page_cursor: next, pages: row.pages + 1, items: found.items, comments_found: found.comments }
  if (found.items > maxItems)
    return fail(ctx, row, `It has more than ${maxItems} issues. Import a smaller team or project, or by CSV in parts.`)
  if (read.pages > maxPages) return fail(ctx, row, `Its list did not end after ${maxPages} pages. Import it by CSV.`)
  if (next !== null) {
    await changeRemoteImport(ctx, row, read)
    return { next: { remote_import_id: row.id } }
  }
  if (!(await actAsImporter(ctx, row))) return fail(ctx, row, 'You may no longer write in this organization.')
  const project = await findProject(ctx, row.project_id)
  if (!project || project.archived_at) return fail(ctx, row, 'The project is archived, deleted or hidden from you.')
  const preview = await previewOf(ctx, { ...row, ...read })
  ctx.target(row.id)
  await changeRemoteImport(ctx, row, { ...read, status: 'ready', preview })
  return { next: null }
}

/** A provider that limits the rate is asked again at the time it names, one that is unavailable after an increasing delay. */
async function waitOrFail(ctx: Context, row: RemoteImportRow, failure: ProviderFailure, attempt: number) {
  const away = failure.problem === 'unavailable'
  if ((!away && failure.problem !== 'rate_limited') || attempt >= maxAttempts) return fail(ctx, row, failure.message)
  const seconds = failure.retryAfter ?? 5 * 2 ** (attempt - 1)
  const startAfter = new Date(ctx.clock.now().getTime() + seconds * 1000)
  await ctx.enqueue('readRemoteImport', { remote_import_id: row.id, attempt: away ? attempt + 1 : attempt }, { startAfter })
  return { next: null }
}

async function fail(ctx: Context, row: RemoteImportRow, failure: string) {
  await ctx.tx.rows(queries.deleteItems, { org: ctx.org, id: row.id })
  ctx.target(row.id)
  await changeRemoteImport(ctx, row, { status: 'failed', failure })
  return { next: null }
}
