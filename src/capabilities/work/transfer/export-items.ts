import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, encodeCursor } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { itemsToExport, placeOf } from '../lists/items-by-names.ts'
import { milestonesIn } from '../planning/require-milestone.ts'
import { fieldsOf } from '../items/work-items.queries.ts'
import * as contracts from './transfer.contract.ts'
import { sourcesOf } from './transfer.queries.ts'

const start = [0, '', 0, 0] as const

/** An item keeps the name it had where it came from, else its key, so that an import finds it again. */
export const exportItems = implement(contracts.exportItems, async (ctx, { project: name, limit, cursor }) => {
  const project = await requireProject(ctx, name, 'read')
  const [kind, rank, number, counted] = decodeCursor(cursor, ['number', 'text', 'number', 'number'] as const) ?? start
  const { rows, blockers } = await itemsToExport(ctx, project.id, [kind, rank, number], limit + 1)
  const shown = rows.slice(0, limit)
  const blocking = [...blockers.values()].flat()
  const parents = shown.flatMap((row) => row.parent_id ?? [])
  const named = [
    ...new Set([
      ...shown.map((row) => row.id),
      ...parents,
      ...blocking.filter((one) => one.project_id === project.id).map((one) => one.id),
    ]),
  ]
  const names = new Map(
    (await ctx.tx.rows(sourcesOf, { org: ctx.org, items: named })).map((source) => [source.item_id, source.external_id]),
  )
  const milestones = new Map((await milestonesIn(ctx, project.id)).map(({ id, name: called }) => [id, called]))
  // A rank is exported as a position within its kind: the text that keeps the order here means nothing elsewhere.
  let place: number = counted
  let last: number = kind
  const items = shown.map((row) => {
    place = row.kind_order === last ? place + 1 : 1
    last = row.kind_order
    return {
      external_id: names.get(row.id) ?? row.key,
      kind: row.kind,
      parent: row.parent_id && row.parent_key ? (names.get(row.parent_id) ?? row.parent_key) : null,
      ...fieldsOf(row),
      milestone: milestones.get(row.milestone_id ?? '') ?? null,
      assignee: row.assignee?.kind === 'person' ? row.assignee.handle : null,
      assignee_agent: row.assignee?.kind === 'agent' ? row.assignee.slug : null,
      blocked_by: (blockers.get(row.id) ?? []).map((one) => names.get(one.id) ?? one.key),
      rank: place,
      completion_notes: row.completion_notes,
    }
  })
  const end = shown.at(-1)
  return { items, next_cursor: rows.length > limit && end ? encodeCursor([...placeOf(end), place]) : null }
})
