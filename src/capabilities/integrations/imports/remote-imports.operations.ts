import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { storeImport } from '../../work/transfer/start-import.ts'
import { planRemoteImport } from './plan-remote-import.ts'
import * as contracts from './remote-imports.contract.ts'
import { remoteImportStarted } from './remote-imports.events.ts'
import * as queries from './remote-imports.queries.ts'
import { changeRemoteImport, forLog, requireRemoteImport, shownImport } from './store-remote-import.ts'

/** How many imports one person may have open (not applied yet) here, for each one that IMPORTS_PER_USER lets them run. */
const maxOpen = 10

export const startRemoteImport = implement(contracts.startRemoteImport, async (ctx, { project: name, provider, source, comments }) => {
  const user = userOf(ctx)
  const project = await requireProject(ctx, name, 'write')
  await ctx.tx.rows(queries.lockStarts, { user })
  const { count } = await ctx.tx.one(queries.openImportsOf, { org: ctx.org, user })
  if (count >= maxOpen * ctx.services.config.IMPORTS_PER_USER)
    throw new Refusal('rate_limited', 'You have many imports open. Apply or cancel them first.', { retry_after: 60 })
  const { kind, id: credential } = ctx.principal.credential
  const values = {
    org: ctx.org,
    id: newId(),
    project: project.id,
    user,
    kind,
    credential,
    provider,
    source,
    comments,
    now: ctx.clock.now(),
  }
  const row = await ctx.tx.one(queries.insertRemoteImport, values)
  await ctx.enqueue('readRemoteImport', { remote_import_id: row.id }, { patient: true })
  ctx.emit(remoteImportStarted, forLog(row))
  ctx.target(row.id)
  return shownImport(row)
})

export const listRemoteImports = implement(contracts.listRemoteImports, async (ctx, { project: name, limit, cursor }) => {
  const project = await requireProject(ctx, name, 'read')
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.remoteImportsOf, { org: ctx.org, project: project.id, before, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return { items: items.map(shownImport), next_cursor }
})

export const getRemoteImport = implement(contracts.getRemoteImport, async (ctx, { remote_import: id }) =>
  shownImport(await requireRemoteImport(ctx, id, 'read')),
)

export const applyRemoteImport = implement(contracts.applyRemoteImport, async (ctx, { remote_import: id }) => {
  const row = await requireRemoteImport(ctx, id, 'write')
  const project = await requireProject(ctx, row.project_id, 'write')
  if (row.user_id !== userOf(ctx))
    throw new Refusal('forbidden', 'Someone else started this import with their token. Start your own: {startRemoteImport}.')
  if (row.status !== 'ready')
    throw new Refusal(
      'conflict',
      row.status === 'reading' ? 'It is still being read. Apply it once it is ready.' : `It is ${row.status} already. Start another.`,
    )
  const { plan } = await planRemoteImport(ctx, row)
  ctx.target(row.id)
  // Rows that can't be applied were listed in the preview; the others are applied.
  const bad = new Set(plan.problems.map(({ line }) => line))
  const good = plan.rows.filter(({ line }) => !bad.has(line))
  if (good.length === 0) return shownImport(await changeRemoteImport(ctx, row, { status: 'done' }))
  const { id: import_id } = await storeImport(ctx, project, good, plan.warnings, true)
  ctx.target(row.id)
  return shownImport(await changeRemoteImport(ctx, row, { status: 'applying', import_id }))
})

export const cancelRemoteImport = implement(contracts.cancelRemoteImport, async (ctx, { remote_import: id }) => {
  const row = await requireRemoteImport(ctx, id, 'write')
  await requireProject(ctx, row.project_id, 'write')
  if (row.status !== 'reading' && row.status !== 'ready')
    throw new Refusal('conflict', `It is ${row.status} already and cannot be cancelled.`)
  await ctx.tx.rows(queries.deleteItems, { org: ctx.org, id })
  ctx.target(id)
  return shownImport(await changeRemoteImport(ctx, row, { status: 'cancelled' }))
})
