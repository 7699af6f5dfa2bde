import type { Output } from '@baton/client'

export type Line = Output<'listActivities'>['items'][number]
export type Change = Line['changes'][number]

/** One line of the feed, standing for one or more events. */
export interface Folded {
  /** The newest event. */
  line: Line
  count: number
  /** The net changes: a field that was changed twice goes from its first value to its last. */
  changes: Change[]
  /** The time of the oldest event. */
  since: string
}

const pause = 5 * 60_000
const isRenewal = ({ brief }: Line): boolean => brief === 'renewed the lease'
const whose = ({ actor, subject_id }: Line): string => `${actor.agent_id ?? actor.user_id ?? actor.door} ${subject_id}`

/**
 * Folds what a reader sees as one action: renewals of a lease, repetitions, and small edits by one actor within minutes.
 * Input and output are oldest first.
 */
export function foldLines(lines: readonly Line[]): Folded[] {
  const folded: Folded[] = []
  const renewals = new Map<string, Folded>()
  for (const line of lines) {
    const last = folded.at(-1)
    const renewal = isRenewal(line) ? renewals.get(whose(line)) : undefined
    if (renewal) {
      // The line moves to the position of the newest renewal, whatever came in between.
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
  // Drop edits that canceled each other out.
  return folded.filter(({ line, changes }) => line.changes.length === 0 || changes.length > 0)
}

/** A released and reclaimed lease is a new one, so its renewals are not folded with earlier ones. */
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

/** Each label or tag counts as a field of its own. */
const isList = ({ field }: Change): boolean => field === 'label' || field === 'tag'
const isSameField = (a: Change, b: Change): boolean => a.field === b.field && (!isList(a) || (a.to ?? a.from) === (b.to ?? b.from))
