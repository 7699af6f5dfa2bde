import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { earlierText, requireText } from './add-version.ts'
import { changeSpec, requireVersion, storeSpec } from './change-spec.ts'
import { difference } from './difference.ts'
import { requireSpec } from './require-spec.ts'
import * as contracts from './specs.contract.ts'
import { listStatement, versionsOf } from './specs.queries.ts'
import { writeBody } from './write-body.ts'

export const listSpecs = implement(contracts.listSpecs, async (ctx, { project, status, tag, title, since, limit, cursor }) => {
  const within = project === undefined ? null : (await requireProject(ctx, project, 'read')).id
  const filters = { org: ctx.org, project: within, status, tag, title, since }
  const conditions: string[] = []
  if (within !== null) conditions.push('s.project_id = :project')
  if (status !== undefined) conditions.push('s.status = :status')
  if (tag !== undefined) conditions.push('s.tags @> array[:tag]::text[]')
  if (title !== undefined) conditions.push('starts_with(s.title_key, lower(:title))')
  if (since !== undefined) conditions.push('s.updated_at >= :since::timestamptz')
  const all = [listStatement(conditions), { ...filters, limit: allRows }] as const
  const [before] = decodeCursor(cursor, ['id']) ?? []
  if (before !== undefined) conditions.push('s.id < :before')
  const rows = await ctx.tx.rows(listStatement(conditions), { ...filters, before, limit: limit + 1 })
  const page = nextPage(rows, limit, (row) => [row.id])
  return withTotal(ctx, cursor, page, ...all)
})

export const updateSpec = implement(contracts.updateSpec, async (outer, input) => {
  const ctx = together(outer)
  const { spec: name, body, based_on, summary, version, ...fields } = input
  const before = await requireSpec(ctx, name, 'write')
  requireVersion(before, version)
  if (body === undefined) return { ...storeSpec(ctx, before, changeSpec(ctx, before, fields)), version_added: false, note: null }
  const { spec, version_added, note } = await writeBody(ctx, before, { body, based_on, summary })
  return { ...storeSpec(ctx, before, changeSpec(ctx, spec, fields)), version_added, note }
})

export const listSpecVersions = implement(contracts.listSpecVersions, async (ctx, { spec: name, limit, cursor }) => {
  const spec = await requireSpec(ctx, name, 'read')
  const [before] = decodeCursor(cursor, ['number']) ?? [spec.latest_version + 1]
  return nextPage(await ctx.tx.rows(versionsOf, { org: ctx.org, spec: spec.id, before, limit: limit + 1 }), limit, (row) => [row.number])
})

export const addSpecVersion = implement(contracts.addSpecVersion, async (ctx, { spec: name, ...writing }) => {
  const before = await requireSpec(ctx, name, 'write')
  const { spec, latest, version_added, note } = await writeBody(ctx, before, writing)
  storeSpec(ctx, before, spec)
  return { ...latest, version_added, note }
})

/** Without numbers, shows what the latest version changed. */
export const compareSpec = implement(contracts.compareSpec, async (ctx, input) => {
  const spec = await requireSpec(ctx, input.spec, 'read')
  const { to = spec.latest_version } = input
  const { from = to - 1 } = input
  const before = await earlierText(ctx, spec, from)
  const { body } = await requireText(ctx, spec, to)
  return { from, to, ...difference(before, body, [`${spec.ref} version ${from}`, `${spec.ref} version ${to}`]) }
})

export const deleteSpec = implement(contracts.deleteSpec, async (ctx, { spec: name, version }) => {
  const before = await requireSpec(ctx, name, 'write')
  requireVersion(before, version)
  return storeSpec(ctx, before, changeSpec(ctx, before, { deleted_at: ctx.clock.now().toISOString() }))
})

export const restoreSpec = implement(contracts.restoreSpec, async (ctx, { spec }) => {
  const before = await requireSpec(ctx, spec, 'restore')
  return storeSpec(ctx, before, changeSpec(ctx, before, { deleted_at: null }))
})
