import type { RemoteItem } from '../../../platform/integrations/tracker.ts'
import { ImportRow } from '../../work/transfer/import-row.ts'
import type { Problem, ReadRow } from '../../work/transfer/read-rows.ts'

export type Item = Omit<RemoteItem, 'comments'>
type Kind = ImportRow['kind']

export interface Rows {
  rows: ReadRow[]
  problems: Problem[]
}

const longestText = 20_000

/**
 * The rows of an import. Trackers nest to any depth, we have epics, stories and tasks: an item with children is an epic, or a story below an
 * epic; anything deeper is put below the nearest of these. An item that was imported before keeps its kind.
 */
export function toRows(items: readonly Item[], people: ReadonlyMap<string, string>, kindNow: ReadonlyMap<string, Kind>): Rows {
  const byId = new Map(items.map((item) => [item.external_id, item]))
  const above = new Set(items.flatMap(({ parent }) => parent ?? []))
  const kinds = new Map<string, Kind>()
  const kindOf = (item: Item, path: ReadonlySet<string> = new Set()): Kind => {
    const known = kinds.get(item.external_id)
    if (known) return known
    const parent = item.parent && !path.has(item.parent) ? byId.get(item.parent) : undefined
    const parentKind = parent && kindOf(parent, new Set(path).add(item.external_id))
    const kind = kindNow.get(item.external_id) ?? fittingKind(item, above.has(item.external_id), parentKind)
    kinds.set(item.external_id, kind)
    return kind
  }
  const parentOf = (item: Item, kind: Kind): string | null => {
    const seen = new Set<string>()
    for (let up = item.parent; up && !seen.has(up); up = byId.get(up)?.parent ?? null) {
      seen.add(up)
      const there = byId.get(up)
      const upKind = there && kindOf(there)
      if (upKind === 'epic' || (upKind === 'story' && kind === 'task')) return kind === 'epic' ? null : up
    }
    return null
  }
  const problems: Problem[] = []
  const rows = items.flatMap((item, at): ReadRow[] => {
    const kind = kindOf(item)
    const parent = parentOf(item, kind)
    const parsed = ImportRow.safeParse({
      ...common(item),
      kind,
      ...(kind !== 'epic' && { parent }),
      ...(kind === 'task' && ofTask(item, byId, kindOf, people)),
    })
    if (parsed.success) return [{ line: at + 1, row: parsed.data }]
    const [issue] = parsed.error.issues
    problems.push({ line: at + 1, field: String(issue?.path[0] ?? ''), message: (issue?.message ?? 'cannot be read').slice(0, 200) })
    return []
  })
  return { rows, problems }
}

function fittingKind(item: Item, stands: boolean, parent: Kind | undefined): Kind {
  if (item.epic) return 'epic'
  if (!stands) return 'task'
  if (parent === undefined) return 'epic'
  return parent === 'epic' ? 'story' : 'task'
}

function common(item: Item) {
  const from = `Imported from [${item.key.replaceAll(/[[\]\r\n]/g, ' ')}](${item.url})`
  const room = longestText - from.length - 10
  const text = clean(item.description)
  const description = [text.length > room ? `${text.slice(0, room).toWellFormed()}…` : text, from].filter(Boolean).join('\n\n')
  return {
    external_id: item.external_id,
    title: oneLine(item.title).slice(0, 300).toWellFormed().trim() || item.key.slice(0, 300),
    description,
    status: item.status,
    priority: item.priority,
    labels: labelsOf(item.labels),
  }
}

function ofTask(item: Item, byId: ReadonlyMap<string, Item>, kindOf: (item: Item) => Kind, people: ReadonlyMap<string, string>) {
  const { estimate, due_on } = item
  const assignee = people.get(item.assignee_email?.toLowerCase() ?? '')
  const blockers = item.blocked_by.filter((name) => {
    const blocker = byId.get(name)
    return blocker && blocker !== item && kindOf(blocker) === 'task'
  })
  return {
    ...(estimate !== null && estimate >= 0 && estimate <= 1000 && { estimate }),
    ...(due_on !== null && /^\d{4}-\d\d-\d\d$/.test(due_on) && { due_on }),
    // An assignee who isn't known here is left out, for whoever looks after the work to assign.
    ...(assignee && { assignee }),
    ...(blockers.length > 0 && { blocked_by: [...new Set(blockers)].slice(0, 50) }),
  }
}

// Removes control characters and lone surrogates.
const clean = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
const oneLine = (text: string): string => clean(text).replaceAll(/\s+/g, ' ').trim()

const labelsOf = (labels: readonly string[]): string[] => {
  const all = labels.map((label) => oneLine(label).replaceAll(',', ' ').slice(0, 50).toWellFormed().trim()).filter(Boolean)
  return [...new Set(all)].slice(0, 20)
}
