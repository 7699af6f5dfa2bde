import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { requireProject } from '../../projects/require-project.ts'
import { byKindAndRank } from './apply-import.ts'
import * as contracts from './imports.contract.ts'
import * as queries from './imports.queries.ts'
import type { ImportRecord } from './imports.queries.ts'
import { maxProblems, planFile, refuseProblems } from './plan-file.ts'
import type { Planned } from './plan-import.ts'
import { type Problem, readRows } from './read-rows.ts'
import { summaryForLog, toImport } from './to-import.ts'
import { importStarted } from './transfer.events.ts'

const keptFor = 30 * 86_400_000
/** An import that has stalled by then is given up, so that its user can start another. */
const lastTry = 2 * 60 * 60_000

/** The whole file is checked before anything of it is stored, so that whatever is known to be wrong is refused at once. */
export const startImport = implement(contracts.startImport, {
  prepare: async (_ctx, { format, content }) => readRows(format, content),
  async handle(ctx, { project: name, skip_unknown_assignees }, read) {
    const user = userOf(ctx)
    await requireRoom(ctx, user)
    const project = await requireProject(ctx, name, 'write')
    const { rows, problems, warnings } = await planFile(ctx, project.id, read, skip_unknown_assignees)
    if (problems.length > 0) throw refuseProblems(problems)
    if (rows.length === 0) throw new Refusal('invalid', 'The file has no rows. Send at least one.')
    const stored = await storeImport(ctx, project, rows, warnings, skip_unknown_assignees)
    return toImport(stored)
  },
})

/** Stores the plan and leaves it to the worker, part by part. */
export async function storeImport(
  ctx: Context,
  project: { id: string },
  rows: readonly Planned[],
  warnings: readonly Problem[],
  skip_unknown_assignees: boolean,
): Promise<ImportRecord> {
  const now = ctx.clock.now()
  const id = newId()
  const steps = stepsOf(rows)
  const { kind, id: credential } = ctx.principal.credential
  const noted = JSON.stringify(warnings.slice(0, maxProblems))
  const user = userOf(ctx)
  const values = {
    org: ctx.org,
    id,
    project: project.id,
    user,
    kind,
    credential,
    skip_unknown_assignees,
    total: rows.length,
    steps: steps.length,
    warnings: noted,
    now,
  }
  const stored = await ctx.tx.one(queries.insertImport, values)
  await ctx.tx.rows(queries.insertSteps, { org: ctx.org, id, steps: JSON.stringify(steps) })
  await ctx.tx.rows(queries.deleteOldImports, { org: ctx.org, now: new Date(now.getTime() - keptFor) })
  await ctx.enqueue('continueImport', { import_id: id }, { patient: true })
  await ctx.enqueue('continueImport', { import_id: id, last_try: true }, { startAfter: new Date(now.getTime() + lastTry) })
  ctx.emit(importStarted, { import: summaryForLog(stored) })
  ctx.target(id)
  return stored
}

/** Serialized, or concurrent starts could all pass the limit. */
async function requireRoom(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(queries.lockStarts, { user })
  const running = (await ctx.tx.row(queries.unfinished, {}))?.count ?? 0
  if (running < ctx.services.config.IMPORTS_PER_USER) return
  throw new Refusal('rate_limited', 'You have an import running. Wait until it is done, then start the next.', { retry_after: 10 })
}

/** One step per row, parents before children; then one for each row with blockers, once everything it may name exists. */
function stepsOf(rows: readonly Planned[]) {
  const ordered = rows.toSorted(byKindAndRank)
  const items = ordered.map(({ line, row: { blocked_by: _, ...content } }, step) => ({ step, line, content, links_step: null }))
  const links = ordered.flatMap(({ line, row, before }, links_step) =>
    row.kind === 'task' && row.blocked_by && (before || row.blocked_by.length > 0)
      ? [{ line, links_step, content: { kind: row.kind, title: row.title, blocked_by: row.blocked_by } }]
      : [],
  )
  return [...items, ...links.map((link, place) => ({ ...link, step: items.length + place }))]
}
