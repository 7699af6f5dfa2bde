import { nobody, type Context, type TxContext } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { findProject } from '../../projects/require-project.ts'
import { applyPart, type Tally } from './apply-part.ts'
import * as contracts from './imports.contract.ts'
import * as queries from './imports.queries.ts'
import type { ImportRecord } from './imports.queries.ts'
import { maxProblems } from './plan-file.ts'
import type { Problem } from './read-rows.ts'
import { summaryForLog } from './to-import.ts'
import { importFinished, importProgressed, itemsImported } from './transfer.events.ts'

const partSize = 200
const stalledAfter = 10 * 60_000
const nothing: Tally = { created: 0, updated: 0, unchanged: 0, errors: [] }

/** A part and the progress are stored together: if a worker is killed, the next one continues where it ended. */
export const continueImport = implement(contracts.continueImport, async (ctx, { import_id, last_try }) => {
  const record = await ctx.tx.row(queries.lockedImport, { org: ctx.org, import_id })
  if (!record || record.finished_at) return { next: null }
  const stalled = ctx.clock.now().getTime() - new Date(record.updated_at).getTime() > stalledAfter
  if (last_try && stalled) return fail(ctx, record, 'It could not be finished. Start it again: rows with an external_id are not doubled.')
  if (!(await actAsImporter(ctx, record))) return fail(ctx, record, 'You may no longer write in this organization.')
  const project = await findProject(ctx, record.project_id)
  if (!project || project.archived_at) return fail(ctx, record, 'The project is archived, deleted or hidden from you.')
  const steps = await ctx.tx.rows(queries.stepsFrom, { org: ctx.org, id: record.id, next_step: record.next_step, limit: partSize })
  const alike = steps.filter((step) => (step.links_step === null) === (steps[0]?.links_step === null))
  const tally = alike.length > 0 ? await applyPart(ctx, record, project, alike) : nothing
  const next = record.next_step + alike.length
  const more = alike.length > 0 && next < record.steps
  const after = await store(ctx, record, more ? 'running' : 'done', next, tally)
  if (more) ctx.emit(importProgressed, { import: summaryForLog(after) })
  else await finish(ctx, after)
  return { next: more ? { import_id } : null }
})

/** The current role of somebody who may write in this organization. */
export const writerHere = (ctx: TxContext, user: string) => ctx.tx.row(queries.writer, { org: ctx.org, user_id: user })

/** Everything is done in the name and with the current permissions of whoever started it. */
export async function actAsImporter(
  ctx: Context,
  { user_id, credential_kind, credential_id }: Pick<ImportRecord, 'user_id' | 'credential_kind' | 'credential_id'>,
): Promise<boolean> {
  const member = await writerHere(ctx, user_id)
  if (!member) return false
  const credential = { kind: credential_kind, id: credential_id }
  ctx.enter({ ...nobody, user: user_id, credential, organization: { id: ctx.org, role: member.role } }, ctx.org)
  return true
}

async function store(
  ctx: Context,
  record: ImportRecord,
  status: ImportRecord['status'],
  next: number,
  tally: Tally,
): Promise<ImportRecord> {
  const errors = [...record.errors, ...tally.errors].slice(0, maxProblems)
  const done = Math.floor((record.total * next) / record.steps)
  const counts = {
    created: record.created + tally.created,
    updated: record.updated + tally.updated,
    unchanged: record.unchanged + tally.unchanged,
  }
  const values = {
    org: ctx.org,
    id: record.id,
    status,
    done,
    ...counts,
    next_step: next,
    errors: JSON.stringify(errors),
    now: ctx.clock.now(),
  }
  const after = await ctx.tx.one(queries.updateImport, values)
  return after
}

async function finish(ctx: Context, record: ImportRecord): Promise<void> {
  await ctx.tx.rows(queries.deleteSteps, { org: ctx.org, id: record.id })
  const { project_id, created, updated } = record
  ctx.emit(importFinished, { import: summaryForLog(record) })
  if (created + updated > 0) ctx.emit(itemsImported, { project_id, created, updated })
  ctx.target(record.id)
}

async function fail(ctx: Context, record: ImportRecord, message: string): Promise<{ next: null }> {
  const problem: Problem = { line: 0, field: '', message }
  const room = { ...record, errors: record.errors.slice(0, maxProblems - 1) }
  await finish(ctx, await store(ctx, room, 'failed', record.next_step, { ...nothing, errors: [problem] }))
  return { next: null }
}
