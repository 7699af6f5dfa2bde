import type { Context } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { isId } from '../../../platform/ids.ts'
import { resolveAssignee } from './assignee.ts'
import { changeItem, requireVersion, type Changes } from './change-item.ts'
import * as contracts from './changes.contract.ts'
import { tasksNamed } from './changes.queries.ts'
import { findBlockers, setBlockers } from './dependencies.ts'
import { passStatus } from '../leases/pass-status.ts'
import { resolveMilestone } from '../planning/require-milestone.ts'
import { holdParent, parentOf } from './parent.ts'
import { requireOpenProject } from './require-any-item.ts'
import { toTask } from './require-item.ts'
import type { FullRow } from './work-items.queries.ts'

const maxLabels = 20

interface Relabelling {
  labels?: string[] | undefined
  add_labels?: string[] | undefined
  remove_labels?: string[] | undefined
}

/** All or nothing: the first task that may not be changed rolls back the changes to all of them. */
export const updateTasks = implement(contracts.updateTasks, async (ctx, { tasks: names, changes: wanted, fences, versions }) => {
  const { blocked_by, parent: above, assignee, assignee_agent, milestone, labels, add_labels, remove_labels, ...fields } = wanted
  const blockers = blocked_by && (await findBlockers(ctx, blocked_by))
  const parent = await holdParent(ctx, above)
  const assigned = await resolveAssignee(ctx, { assignee, assignee_agent })
  const guarded = fields.status !== undefined || assignee !== undefined || assignee_agent !== undefined
  const [fenceOf, versionOf] = [byTask(fences), byTask(versions)]
  const plans = []
  for (const row of await lockNamed(ctx, names)) {
    requireOpenProject(row)
    requireVersion(row, versionOf(row))
    const changes: Changes = { ...fields, ...assigned, ...relabel(row, { labels, add_labels, remove_labels }) }
    if (parent !== undefined) changes.parent_id = parentOf(row, parent)
    Object.assign(changes, await resolveMilestone(ctx, row.project_id, milestone))
    const dependencies = blockers && (await setBlockers(ctx, row.id, blockers))
    if (dependencies) changes.blocked = dependencies.blocked
    const now = { ...row, blocked: changes.blocked ?? row.blocked }
    const pass = guarded ? await passStatus(ctx, now, fenceOf(row), fields.status) : 'free'
    plans.push({ row, changes, pass, beside: dependencies?.changed ? ['blocked_by'] : [] })
  }
  const after = await Promise.all(plans.map(({ row, changes, pass, beside }) => changeItem(ctx, row, changes, pass, beside)))
  return { items: after.map(toTask) }
})

/** In the order they were named, without duplicates. */
async function lockNamed(ctx: Context, names: readonly string[]): Promise<FullRow[]> {
  const keys = names.filter((name) => !isId(name)).map((name) => name.toUpperCase())
  const rows = await ctx.tx.rows(tasksNamed, { org: ctx.org, keys, ids: names.filter(isId) })
  const found = names.map((name) => {
    const row = rows.find(({ id, key, former_keys }) => id === name || [key, ...former_keys].includes(name.toUpperCase()))
    if (!row) throw notFound('task', name, 'Nothing was changed. Use {listTasks} to find its key.')
    return row
  })
  return [...new Set(found)]
}

function byTask<Value>(given: Record<string, Value> | undefined): (row: FullRow) => Value | undefined {
  const values = new Map(Object.entries(given ?? {}).map(([name, value]) => [isId(name) ? name : name.toUpperCase(), value]))
  return (row) => [row.key, row.id, ...row.former_keys].map((name) => values.get(name)).find((value) => value !== undefined)
}

function relabel(row: FullRow, { labels, add_labels = [], remove_labels = [] }: Relabelling): Changes {
  const kept = (labels ?? row.labels).filter((label) => !remove_labels.includes(label))
  const all = [...new Set([...kept, ...add_labels])]
  if (all.length > maxLabels) {
    throw new Refusal('invalid', `${row.key} would have ${all.length} labels; ${maxLabels} are the most. Nothing was changed.`)
  }
  return labels || add_labels.length + remove_labels.length > 0 ? { labels: all } : {}
}
