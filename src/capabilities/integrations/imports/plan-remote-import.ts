import type { Context } from '../../../kernel/context.ts'
import { planFile } from '../../work/transfer/plan-file.ts'
import { withoutUnchanged } from '../../work/transfer/apply-import.ts'
import type { Plan } from '../../work/transfer/plan-import.ts'
import * as queries from './remote-imports.queries.ts'
import type { RemoteImportRow } from './remote-imports.queries.ts'
import { toRows, type Item } from './to-rows.ts'

const maxNamed = 20

/** Turns what was read into rows of an import, with the caller's permissions. Writes nothing. */
export async function planRemoteImport(
  ctx: Context,
  record: RemoteImportRow,
): Promise<{ plan: Plan; items: Item[]; people: Map<string, string> }> {
  const items = (await ctx.tx.rows(queries.itemsOf, { org: ctx.org, id: record.id })).map(({ content }) => content)
  const emails = [...new Set(items.flatMap(({ assignee_email }) => assignee_email?.toLowerCase() ?? []))]
  const members = emails.length > 0 ? await ctx.tx.rows(queries.membersByEmail, { emails }) : []
  const people = new Map(members.map(({ email, handle }) => [email, handle]))
  const names = items.map(({ external_id }) => external_id)
  const kinds = await ctx.tx.rows(queries.kindsOf, { org: ctx.org, project: record.project_id, names })
  const { rows, problems } = toRows(items, people, new Map(kinds.map(({ external_id, kind }) => [external_id, kind])))
  const plan = await planFile(ctx, record.project_id, { rows, problems, count: items.length }, true)
  return { plan, items, people }
}

/** What applying it now would do. */
export async function previewOf(ctx: Context, record: RemoteImportRow): Promise<NonNullable<RemoteImportRow['preview']>> {
  const { plan, items, people } = await planRemoteImport(ctx, record)
  const todo = await withoutUnchanged(ctx, plan.rows)
  const created = todo.filter(({ before }) => !before).length
  const count = (kind: string) => plan.rows.filter(({ row }) => row.kind === kind).length
  const statuses = new Map<string, { name: string; status: Item['status']; count: number }>()
  for (const { status_name, status } of items) {
    const one = statuses.get(status_name) ?? { name: status_name, status, count: 0 }
    statuses.set(status_name, { ...one, count: one.count + 1 })
  }
  const unknown = items.flatMap(({ assignee_email, assignee_name }) =>
    (assignee_email || assignee_name) && !people.has(assignee_email?.toLowerCase() ?? '') ? [assignee_name ?? assignee_email ?? ''] : [],
  )
  return {
    epics: count('epic'),
    stories: count('story'),
    tasks: count('task'),
    created,
    updated: todo.length - created,
    unchanged: plan.rows.length - todo.length,
    comments: record.comments_found,
    statuses: [...statuses.values()].toSorted((one, other) => other.count - one.count).slice(0, 50),
    unknown_people: [...new Set(unknown)].slice(0, maxNamed),
    errors: plan.problems.slice(0, maxNamed),
    warnings: plan.warnings.slice(0, maxNamed),
    sample: plan.rows.slice(0, maxNamed).map(({ line, row }) => ({
      key: items[line - 1]?.key.slice(0, 120) ?? '',
      kind: row.kind,
      title: row.title,
      status: row.status ?? 'backlog',
    })),
  }
}
