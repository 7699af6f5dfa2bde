import type { Name } from '@baton/client'
import { clientFor } from '../client.ts'
import { createStore } from '../store.ts'
import { currentUserId } from '../current-user.ts'
import { act } from '../writes/act.ts'
import { discard, judgeAgain, onStale, outbox, type Conflict, type Write, type WriteSpec } from '../writes/outbox.ts'
import { isText } from '../writes/writes-in-line.ts'
import type { Item } from './items.ts'

export type Conflicted = Write & { conflict: Conflict }
interface Row {
  [field: string]: unknown
  key: string
  version: number
  updated_at: string
  history?: Item['history']
}

/** The conflict under review, by the id of its write. */
export const reviewed = createStore<string | null>(null)

export const isConflict = (write: Write): write is Conflicted => write.conflict !== undefined

const inputOf = ({ input }: Write) => input as Record<string, string>
/** The item or comment that the write changes. */
const subjectOf = (write: Write): string | undefined => inputOf(write)['comment'] ?? inputOf(write)['note'] ?? write.patch?.tasks[0]
/** Lists whose order means nothing: what two people add and remove merges. */
const sets: ReadonlySet<string> = new Set(['labels', 'tags'])
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The author's own text. */
export const mineOf = ({ conflict, ...write }: Conflicted): string => inputOf(write)[conflict.field] ?? ''

/** What the write changes, in words for its author: “the description of BAT-12”. */
export const subjectWords = ({ conflict: { field, key } }: Conflicted): string =>
  field === 'body' ? `a comment on ${key}` : `the ${field} of ${key}`

async function newest(write: Write): Promise<Row | null> {
  const client = clientFor(write.organization)
  const { item = '', comment, task, story, epic, note } = inputOf(write)
  if (note !== undefined) return client.getNote({ note }).then((found) => ({ ...found, key: `“${found.title}”` }))
  const named = task ?? story ?? epic
  if (comment === undefined) return named === undefined ? null : client.getItem({ item: named })
  let cursor: string | null | undefined
  do {
    const page = await client.listComments({ item, limit: 100, ...(cursor && { cursor }) })
    const found = page.items.find(({ id }) => id === comment)
    if (found) return { ...found, key: item }
    cursor = page.next_cursor
  } while (cursor)
  return null
}

/** The list as it is now, with what its author added and without what they removed. */
function mergeSet(base: unknown, mine: unknown, now: unknown): string[] {
  const [before, after, here] = [base, mine, now] as [string[], string[], string[]]
  const stays = here.filter((one) => after.includes(one) || !before.includes(one))
  return [...stays, ...after.filter((one) => !before.includes(one) && !here.includes(one))]
}

/** Who last changed this field, according to the item's history. */
function authorOf({ history = [] }: Row, field: string): string | null {
  const last = history.find(({ type, summary }) => type.endsWith('.updated') && summary.split(' of ')[0]?.includes(field))
  if (!last) return null
  const { agent_name, user_id, user_name } = last.actor
  return agent_name ?? (user_id === currentUserId() ? 'You' : user_name)
}

onStale(async (write) => {
  const base = write.base as Record<string, unknown>
  const now = await newest(write)
  if (!now) return null
  const mine = { ...write.patch?.fields, ...inputOf(write) } as Record<string, unknown>
  const changed = Object.keys(base).filter((name) => !same(now[name], base[name]) && !same(now[name], mine[name]))
  // Somebody changed only other fields, or wrote the same text.
  if (changed.length === 0) return { version: now.version }
  const field = changed.find(isText)
  if (!field) {
    if (!changed.every((name) => sets.has(name))) return null
    const input = Object.fromEntries(changed.map((name) => [name, mergeSet(base[name], mine[name], now[name])]))
    return { version: now.version, input, base: Object.fromEntries(changed.map((name) => [name, now[name]])) }
  }
  const { waited } = outbox.get().find(({ id }) => id === write.id) ?? {}
  if (write.inPlace && !waited) return null
  // If the author has edited a text that is itself in conflict, this write replaces that conflict.
  const older = outbox
    .get()
    .filter(isConflict)
    .find(
      (one) => one.id !== write.id && one.conflict.field === field && subjectOf(one) === subjectOf(write) && mineOf(one) === base[field],
    )
  if (older) discard(older.id)
  if (!waited) reviewed.set(write.id)
  return {
    conflict: {
      key: now.key,
      field,
      base: older?.conflict.base ?? String(base[field]),
      theirs: String(now[field]),
      version: now.version,
      by: authorOf(now, field),
      at: now.updated_at,
    },
  }
})

/** Opens a conflict, and refreshes it with the other side's latest text. */
export function review(write: Conflicted): void {
  reviewed.set(write.id)
  // Offline, the last known text stays.
  void judgeAgain(write).catch(() => {})
}

/** Keeps the saved text and drops the author's own. */
export const keepTheirs = ({ id }: Conflicted): void => discard(id)

/** Saves this text over the one that was shown; if it has changed again by then, that is a new conflict. */
export function saveInstead(write: Conflicted, text: string): void {
  const { organization, operation, label, patch, conflict } = write
  const { field, theirs, version } = conflict
  const next = {
    organization,
    operation,
    input: { ...inputOf(write), [field]: text, version },
    base: { [field]: theirs },
    label,
    ...(patch && { patch: { ...patch, fields: { ...patch.fields, [field]: text } } }),
  }
  // Add the new write before discarding the old one, so that the text is always stored on this device.
  void act(next as unknown as WriteSpec<Name>)
  discard(write.id)
}
