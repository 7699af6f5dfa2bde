import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import { blockersNow } from '../work-items/lists/items-to-export.ts'
import { applyImport } from './apply-import.ts'
import { circles } from './circles.ts'
import { planImport } from './plan-import.ts'
import { isUnchanged } from './planned-changes.ts'
import { readRows } from './read-rows.ts'
import * as contracts from './transfer.contract.ts'
import { itemsImported } from './transfer.events.ts'

const mostProblems = 100

export const importItems = implement(
  contracts.importItems,
  async (ctx, { project: name, format, content, dry_run, skip_unknown_assignees }) => {
    const project = await requireProject(ctx, name, 'write')
    const read = readRows(format, content)
    const plan = await planImport(ctx, project.id, read.rows, skip_unknown_assignees)
    const problems = [...read.problems, ...plan.problems, ...circles(plan.rows)].sort((one, other) => one.line - other.line)
    if (problems.length > 0 && !dry_run) {
      const errors = problems.slice(0, mostProblems)
      throw new Refusal(
        'invalid',
        `Nothing was imported: ${problems.length} problems, the first on line ${errors[0]?.line}. Correct them and repeat.`,
        { errors },
      )
    }
    const blockers = await blockersNow(
      ctx,
      plan.rows.flatMap(({ before }) => before?.id ?? []),
    )
    const todo = plan.rows.filter((planned) => !isUnchanged(planned, blockers.get(planned.before?.id ?? '') ?? []))
    const created = todo.filter(({ before }) => !before).length
    const updated = todo.length - created
    const stored = dry_run ? null : await applyImport(ctx, project, todo)
    if (stored && todo.length > 0) ctx.emit(itemsImported, { project_id: project.id, created, updated })
    ctx.target(project.id)
    return {
      dry_run,
      rows: read.count,
      created,
      updated,
      unchanged: plan.rows.length - todo.length,
      errors: problems.slice(0, mostProblems),
      warnings: plan.warnings.slice(0, mostProblems),
      items: todo.map((planned) => {
        const item = stored?.get(planned) ?? planned.before
        return {
          line: planned.line,
          action: planned.before ? ('update' as const) : ('create' as const),
          key: item?.key ?? null,
          id: item?.id ?? null,
        }
      }),
    }
  },
)
