import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import { applyImport, withoutUnchanged } from './apply-import.ts'
import { maxProblems, planFile, refuseProblems } from './plan-file.ts'
import { readRows } from './read-rows.ts'
import * as contracts from './transfer.contract.ts'
import { itemsImported } from './transfer.events.ts'

export const importItems = implement(contracts.importItems, {
  prepare: async (_ctx, { format, content }) => readRows(format, content),
  async handle(ctx, { project: name, dry_run, skip_unknown_assignees }, read) {
    const project = await requireProject(ctx, name, 'write')
    if (read.count > contracts.maxAtOnce && !dry_run) throw tooManyAtOnce()
    const { rows, problems, warnings } = await planFile(ctx, project.id, read, skip_unknown_assignees)
    if (problems.length > 0 && !dry_run) throw refuseProblems(problems)
    const todo = await withoutUnchanged(ctx, rows)
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
      unchanged: rows.length - todo.length,
      errors: problems.slice(0, maxProblems),
      warnings: warnings.slice(0, maxProblems),
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
})

const tooManyAtOnce = () =>
  new Refusal(
    'too_large',
    `At most ${contracts.maxAtOnce} rows are imported while you wait. Send the same to {startImport}, which works in the background.`,
  )
