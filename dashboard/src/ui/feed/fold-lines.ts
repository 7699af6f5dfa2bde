import type { Output } from '@baton/client'

export type Line = Output<'listActivities'>['items'][number]
export type Change = Line['changes'][number]

/** One line of the feed that stands for one event or several. */
export interface Folded {
  /** The newest of them. */
  line: Line
  count: number
  /** What they came to: a field that was changed twice goes from its first value to its last. */
  changes: Change[]
  /** When the oldest happened. */
  since: string
}

const pause = 5 * 60_000
const isRenewal = ({ brief }: Line): boolean => brief === 'renewed the lease'
const whose = ({ actor, subject_id }: Line): string => `${actor.agent_id ?? actor.user_id ?? actor.door} ${subject_id}`

/**
 * Folds what is one deed to a reader: renewals of one lease, the same thing again, and small edits by one actor within minutes.
 * Takes and gives the oldest first.
 */
export function foldLines(lines: readonly Line[]): Folded[] {
  const folded: Folded[] = []
  const renewals = new Map<string, Folded>()
  for (const line of lines) {
    const last = folded.at(-1)
    const renewal = isRenewal(line) ? renewals.get(whose(line)) : undefined
    if (renewal) {
      // The line moves to where the newest renewal is, whatever came between.
      folded.splice(folded.indexOf(renewal), 1)
      folded.push(Object.assign(renewal, { line, count: renewal.count + 1 }))
    } else if (last && isRepeated(last.line, line)) Object.assign(last, { line, count: last.count + 1 })
    else if (last && isSameStroke(last.line, line)) {
      Object.assign(last, { line, count: last.count + 1, changes: merge(last.changes, line.changes) })
    } else {
      const begun = { line, count: 1, changes: line.changes, since: line.at }
      folded.push(begun)
      if (isRenewal(line)) renewals.set(whose(line), begun)
      if (line.type === 'task.claimed' || line.type === 'task.released') forget(renewals, line)
    }
  }
  // Edits that took each other back came to nothing.
  return folded.filter(({ line, changes }) => line.changes.length === 0 || changes.length > 0)
}

/** A lease that was let go and taken again is another lease. */
function forget(renewals: Map<string, Folded>, { subject_id }: Line): void {
  for (const [key, { line }] of renewals) if (line.subject_id === subject_id) renewals.delete(key)
}

const isNear = (before: Line, after: Line): boolean => Date.parse(after.at) - Date.parse(before.at) <= pause

const isRepeated = (before: Line, after: Line): boolean =>
  whose(before) === whose(after) && before.changes.length + after.changes.length === 0 && before.summary === after.summary

const isSameStroke = (before: Line, after: Line): boolean =>
  whose(before) === whose(after) && before.changes.length > 0 && after.changes.length > 0 && isNear(before, after)

function merge(before: readonly Change[], after: readonly Change[]): Change[] {
  const merged = [...before]
  for (const change of after) {
    const at = merged.findIndex((one) => isSameField(one, change))
    const old = merged[at]
    if (!old) merged.push(change)
    else if (old.from !== null && old.from === change.to) merged.splice(at, 1)
    else merged[at] = { ...change, from: old.from }
  }
  return merged
}

/** Every label is a field of its own. */
const isList = ({ field }: Change): boolean => field === 'label' || field === 'tag'
const isSameField = (a: Change, b: Change): boolean => a.field === b.field && (!isList(a) || (a.to ?? a.from) === (b.to ?? b.from))
