import type { Context } from '../../../kernel/context.ts'
import { Refusal, toRefusal } from '../../../kernel/errors.ts'
import { sql } from '../../../platform/postgres.ts'
import { changeItem } from '../items/change-item.ts'
import { findBlockers, setBlockers } from '../items/dependencies.ts'
import { itemsByIds } from '../lists/items-by-names.ts'
import { applyImport, withoutUnchanged } from './apply-import.ts'
import { type ImportRecord, type Outcome, rememberItems, type StepRow } from './imports.queries.ts'
import { planImport, type Planned } from './plan-import.ts'
import type { Problem } from './read-rows.ts'

const savepoint = sql('savepoint attempt')
const release = sql('release savepoint attempt')
const rollback = sql('rollback to savepoint attempt')

interface Project {
  id: string
  slug: string
}

export interface Tally {
  created: number
  updated: number
  unchanged: number
  errors: Problem[]
}

type Apply = (ctx: Context, steps: readonly StepRow[]) => Promise<Omit<Tally, 'errors'>>

/** Applies steps of one kind together; if that is refused, one by one, so that the faulty rows are known and all others are applied. */
export async function applyPart(ctx: Context, record: ImportRecord, project: Project, steps: readonly StepRow[]): Promise<Tally> {
  const apply: Apply = (own, some) =>
    steps[0]?.links_step === null ? storeItems(own, record, project, some) : drawDependencies(own, record, project, some)
  const whole = await attempt(ctx, (own) => apply(own, steps))
  if (!(whole instanceof Refusal)) return { ...whole, errors: [] }
  const sum: Tally = { created: 0, updated: 0, unchanged: 0, errors: [] }
  for (const step of steps) {
    const one = await attempt(ctx, (own) => apply(own, [step]))
    if (one instanceof Refusal) sum.errors.push({ line: step.line, field: String(one.extra['field'] ?? ''), message: one.message })
    else for (const count of ['created', 'updated', 'unchanged'] as const) sum[count] += one[count]
  }
  return sum
}

/** The rows as an import of their own; what they name is in an earlier part, or in this one. */
async function plan(ctx: Context, record: ImportRecord, project: Project, steps: readonly StepRow[]): Promise<Planned[]> {
  const read = steps.map(({ line, content }) => ({ line, row: content }))
  const { rows, problems } = await planImport(ctx, project.id, read, record.skip_unknown_assignees)
  const [first] = problems
  if (first) throw new Refusal('invalid', first.message, { field: first.field })
  return rows
}

async function storeItems(ctx: Context, record: ImportRecord, project: Project, steps: readonly StepRow[]) {
  const rows = await plan(ctx, record, project, steps)
  const todo = await withoutUnchanged(ctx, rows)
  const stored = await applyImport(ctx, project, todo)
  const outcomes = rows.map((planned): Outcome => (!stored.has(planned) ? 'unchanged' : planned.before ? 'updated' : 'created'))
  const ids = rows.map((planned) => (stored.get(planned) ?? planned.before)?.id)
  await ctx.tx.rows(rememberItems, { org: ctx.org, id: record.id, steps: steps.map(({ step }) => step), ids, outcomes })
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  return { created: count('created'), updated: count('updated'), unchanged: count('unchanged') }
}

async function drawDependencies(ctx: Context, record: ImportRecord, project: Project, steps: readonly StepRow[]) {
  // A row whose item could not be created already has its error.
  const open = steps.filter(({ item_id }) => item_id !== null)
  const rows = await plan(ctx, record, project, open)
  await findBlockers(ctx, [])
  const ids = open.flatMap(({ item_id }) => item_id ?? [])
  const items = new Map((await itemsByIds(ctx, ids, 'write')).map((item) => [item.id, item]))
  let updated = 0
  for (const [place, { item_id, outcome }] of open.entries()) {
    const item = items.get(item_id ?? '')
    const blockers = new Map((rows[place]?.blockers ?? []).flatMap((target) => ('item' in target ? [[target.item.id, target.item]] : [])))
    if (!item || !(await setBlockers(ctx, item.id, [...blockers.values()])).changed) continue
    await changeItem(ctx, item, {}, 'free', ['blocked_by'])
    if (outcome === 'unchanged') updated++
  }
  return { created: 0, updated, unchanged: -updated }
}

/** Runs `work` so that a refusal undoes only its own rows and events, and the transaction goes on. Other errors are thrown. */
async function attempt<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T | Refusal> {
  const events: (() => void)[] = []
  const own: Context = { ...ctx, emit: (kind, data) => void events.push(() => ctx.emit(kind, data)) }
  await ctx.tx.rows(savepoint, {})
  try {
    const result = await work(own)
    await ctx.tx.rows(release, {})
    for (const emit of events) emit()
    return result
  } catch (error) {
    const refusal = toRefusal(error)
    if (refusal.status >= 500) throw error
    await ctx.tx.rows(rollback, {})
    return refusal
  }
}
