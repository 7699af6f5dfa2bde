import { answersKept, set } from '../device.ts'
import { onAnother } from '../current-user.ts'

/** The two logs that are followed: the organization's, and the user's own. */
export type Log = 'organization' | 'user'
/** How far each had come when something was read, at least. */
export type Position = Partial<Record<Log, number>>

interface Followed {
  /** Every event up to here was heard, or is in all that was read. */
  at: number
  /** Nothing that was read before this is sure to be right. */
  floor: number
  /** By what is read: the last event that changed it. */
  changed: Record<string, number>
}

const prefix = 'log '
/** By the organization's handle; the user's own log is nobody's. */
const followed = new Map<string, Followed>()
/** Where following began, by log. */
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

/** Everything up to here was heard. */
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

/** All that was read before may be old. */
export function lose(organization: string): void {
  for (const key of [organization, '']) {
    const one = followed.get(key)
    if (one) followed.set(key, { at: one.at, floor: one.at, changed: {} })
  }
  keepSoon()
}

/** Whether what was read then is still right, as far as the logs have told. */
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

/** Called for an answer that is older than the events that are followed: what happened in between is in neither. */
let tellOlder: (organization: string) => void = () => {}
export const onOlderAnswer = (listener: typeof tellOlder): void => void (tellOlder = listener)

/** What an answer says of where it was made. Until the log is followed, that will be from the oldest answer on. */
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

/** Where the logs were left at the last visit. */
export function restorePositions(kept: readonly (readonly [string, unknown])[]): void {
  for (const [name, one] of kept) if (isPositionKept(name)) followed.set(name.slice(prefix.length), one as Followed)
}
