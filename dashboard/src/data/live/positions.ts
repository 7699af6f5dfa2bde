import { answersKept, set } from '../device.ts'
import { onAnother } from '../current-user.ts'

/** The two logs the page follows: the organization's and the user's own. */
export type Log = 'organization' | 'user'
/** A lower bound for how far each log had come when something was read. */
export type Position = Partial<Record<Log, number>>

interface Followed {
  /** Every event up to here has been received, or is included in everything that was read. */
  at: number
  /** Anything read before this position may be stale. */
  floor: number
  /** By operation: the last event that made it stale. */
  changed: Record<string, number>
}

const prefix = 'log '
/** Keyed by organization handle; the empty key is the user's own log. */
const followed = new Map<string, Followed>()
/** The position at which following began, by log. */
const from = new Map<string, number>()
onAnother(() => {
  followed.clear()
  from.clear()
})

const keyOf = (organization: string, log: Log): string => (log === 'user' ? '' : organization)

export function positionOf(organization: string): Position {
  const [ours, own] = [followed.get(organization)?.at, followed.get('')?.at]
  return { ...(organization && ours !== undefined && { organization: ours }), ...(own !== undefined && { user: own }) }
}

/** Every event up to here has been received and applied. */
export function reached(organization: string, log: Log, at: number): void {
  const key = keyOf(organization, log)
  const one = followed.get(key)
  if (one) one.at = at
  else followed.set(key, { at, floor: 0, changed: {} })
  keepSoon()
}

export function noteChanged(organization: string, log: Log, names: Iterable<string>, seq: number): void {
  const one = followed.get(keyOf(organization, log))
  if (!one) return
  for (const name of names) one.changed[name] = Math.max(seq, one.changed[name] ?? 0)
}

/** Marks everything read so far as possibly stale. */
export function lose(organization: string): void {
  for (const key of [organization, '']) {
    const one = followed.get(key)
    if (one) followed.set(key, { at: one.at, floor: one.at, changed: {} })
  }
  keepSoon()
}

/** Whether data read at this position is still current, as far as the logs say. */
export function isCurrent(organization: string, name: string, position: Position | undefined): boolean {
  const isIn = (log: Log): boolean => {
    const one = followed.get(keyOf(organization, log))
    const at = position?.[log]
    return one !== undefined && at !== undefined && at >= one.floor && at >= (one.changed[name] ?? 0)
  }
  return isIn('user') && (organization === '' || isIn('organization'))
}

export function followFrom(organization: string): Position {
  for (const key of [organization, '']) {
    const one = followed.get(key)
    if (one && !from.has(key)) from.set(key, one.at)
  }
  return positionOf(organization)
}

/** Called for an answer older than where following began: what happened in between is neither in the answer nor among the events. */
let tellOlder: (organization: string) => void = () => {}
export const onOlderAnswer = (listener: typeof tellOlder): void => void (tellOlder = listener)

/** Notes the log position in a response header. Following will start at the oldest answer, so until then the lowest position counts. */
export function notePosition(organization: string, header: string | null): void {
  for (const [, log, seq] of header?.matchAll(/(organization|user)=(\d+)/g) ?? []) {
    if (log === 'organization' && !organization) continue
    const key = keyOf(organization, log as Log)
    const at = Number(seq)
    const one = followed.get(key)
    const began = from.get(key)
    if (!one) followed.set(key, { at, floor: 0, changed: {} })
    else if (began === undefined) one.at = Math.min(one.at, at)
    else if (at < began) tellOlder(organization)
  }
}

let timer: ReturnType<typeof setTimeout> | undefined
function keepSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    for (const [key, one] of followed) void set(prefix + key, one, answersKept).catch(() => {})
  }, 500)
}

export const isPositionKept = (name: string): boolean => name.startsWith(prefix)

/** Restores the log positions of the last visit. */
export function restorePositions(kept: readonly (readonly [string, unknown])[]): void {
  for (const [name, one] of kept) if (isPositionKept(name)) followed.set(name.slice(prefix.length), one as Followed)
}
