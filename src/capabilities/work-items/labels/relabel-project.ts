import type { Context } from '../../../kernel/context.ts'
import { requireProject } from '../../projects/require-project.ts'
import { changeItem } from '../change-item.ts'
import { labelled } from '../changes.queries.ts'

const most = 500

/** Puts `to` in the place of a label on the items of a project, or nothing; so many at a time as fit well into one transaction. */
export async function relabelProject(ctx: Context, name: string, label: string, to: string | null) {
  const project = await requireProject(ctx, name, 'write')
  const rows = label === to ? [] : await ctx.tx.rows(labelled, [ctx.org, project.id, label, most + 1])
  const renamed = (one: string) => (one !== label ? [one] : to === null ? [] : [to])
  await Promise.all(rows.slice(0, most).map((row) => changeItem(ctx, row, { labels: [...new Set(row.labels.flatMap(renamed))] })))
  ctx.target(project.id)
  return { label: to ?? label, changed: Math.min(rows.length, most), more: rows.length > most }
}
