import { BatonError, type Input, type Name, type Output } from '@baton/client'
import { clientFor } from '../client.ts'
import { connection } from '../live/connection.ts'
import { del, entries, set, writesKept } from '../device.ts'
import { createStore } from '../store.ts'
import type { TaskPatch } from '../tasks/task-patch.ts'
import { onAnother, currentUserId } from '../current-user.ts'
import { impersonation } from '../impersonation.ts'
import { toast } from '../toast.ts'
import { catchUp, dependsOn, isText, textOf, withoutVersion } from './writes-in-line.ts'

/** A write on its way: an ordinary call with its idempotency key, so that sending it twice has one effect. */
export interface Write {
  id: string
  organization: string
  operation: Name
  input: unknown
  /** For its author: "Move BAT-12 to Done". */
  label: string
  at: number
  /** Its author, and the tab that sends it. */
  user: string
  tab: string
  /** What the screen shows until the server's own answer is there. */
  patch?: TaskPatch
  /** What its author saw in the fields it changes, at the version it names. */
  base?: object
  /** It waited for a connection. */
  waited?: boolean
  /** No call was made for it while it waited: it goes by sync's push, which merges it and knows it for longer than a key. */
  offline?: true
  /** Its number there, from before it is sent for the first time. */
  pushed?: Numbered
  /** Why the server did not take it; its author decides what becomes of it. */
  refused?: string
  /** Somebody else saved another text first; both are kept until its author has chosen. */
  conflict?: Conflict
}

export interface Numbered {
  device: string
  mid: number
  hlc: string
}

export interface Conflict {
  /** The key of the item it is about, and the field. */
  key: string
  field: string
  /** What both began from, and what is saved now, at which version. */
  base: string
  theirs: string
  version: number
  /** Who saved it and when, where that is known. */
  by: string | null
  at: string
}

/** It was written on an older version: send it on this one, or keep it beside the other text. Null: it is simply refused. */
type Verdict = { version: number } | { conflict: Conflict } | null

/** The refusal of a text that is kept in the outbox, where its author finds both. */
export class TextConflict extends Error {}

export interface WriteSpec<N extends Name> {
  organization: string
  operation: N
  input: Input<N>
  label: string
  patch?: TaskPatch
  base?: object
}

export const outbox = createStore<readonly Write[]>([])

/** As long as the server knows a key, repeating a call is harmless. */
const keyLives = 24 * 60 * 60 * 1000
const numberLives = 90 * keyLives
const settlers = new Map<string, { resolve(value: unknown): void; reject(error: unknown): void }>()
const answered = new Set<(write: Write, answer: unknown) => void>()

/** Who acts as somebody else registers no devices for them. */
const byPush: Pick<Write, 'offline'> = impersonation ? {} : { offline: true }

/** A tab holds a lock of its name for as long as it lives: what a dead one left behind, another sends. */
const tab = crypto.randomUUID()
const lockOf = (name: string) => `baton.writes.${name}`
let lastAt = 0

/** Hears every answer before the write leaves the outbox, so that nothing flickers. */
export const onAnswer = (listener: (write: Write, answer: unknown) => void): void => void answered.add(listener)

let judge: (write: Write) => Promise<Verdict> = () => Promise.resolve(null)
/** Decides what becomes of a write that names an older version and what its author saw in it. */
export const onStale = (decide: typeof judge): void => void (judge = decide)

/** Sends a write after those before it; without a connection it waits here. Rejects when the server refuses it. */
export function write<N extends Name>(spec: WriteSpec<N>): Promise<Output<N>> {
  lastAt = Math.max(lastAt + 1, Date.now())
  const behind = connection.get() === 'offline' || outbox.get().some((one) => one.waited && one.refused === undefined)
  const entry: Write = {
    ...spec,
    id: crypto.randomUUID(),
    at: lastAt,
    user: currentUserId(),
    tab,
    ...(behind && { waited: true, ...byPush }),
  }
  outbox.set((before) => [...before, entry])
  void set(entry.id, entry, writesKept).catch(() => {})
  const settled = new Promise<unknown>((resolve, reject) => settlers.set(entry.id, { resolve, reject }))
  void drain()
  return settled as Promise<Output<N>>
}

/** Drops a write, and with a task that is never made what was done to it. */
export function discard(id: string): void {
  const entry = outbox.get().find((one) => one.id === id)
  const also = entry?.refused === undefined ? [] : outbox.get().filter((one) => dependsOn(one, entry))
  const gone = new Set([id, ...also.map((one) => one.id)])
  outbox.set((before) => before.filter((one) => !gone.has(one.id)))
  for (const one of gone) {
    settlers.delete(one)
    void del(one, writesKept).catch(() => {})
  }
}

/** Sends a refused write again, as a new call and over whatever has changed, unless it is a text: nobody has seen what that would replace. */
export function retry(entry: Write): void {
  const { organization, operation, label, patch, base } = entry
  const input = textOf(entry) === undefined ? withoutVersion(entry.input) : entry.input
  const again = { organization, operation, input, label, ...(patch && { patch }), ...(base && { base }) }
  void write(again as WriteSpec<Name>).catch(() => {})
  discard(entry.id)
}

/** Brings the text of a conflict up to date, or settles that there is none any more. */
export async function judgeAgain(entry: Write): Promise<void> {
  const verdict = await judge(entry)
  if (!isThere(entry.id)) return
  if (verdict && 'version' in verdict) retry({ ...entry, input: { ...(entry.input as object), version: verdict.version } })
  else if (verdict) replace({ ...entry, conflict: verdict.conflict })
}

const isThere = (id: string) => outbox.get().some((one) => one.id === id)
const keep = async (next: Write): Promise<void> => {
  if (!isThere(next.id)) return
  outbox.set((before) => before.map((one) => (one.id === next.id ? next : one)))
  await set(next.id, next, writesKept)
}
const replace = (next: Write): void => void keep(next).catch(() => {})

let draining = false
let pause = 0
let timer: ReturnType<typeof setTimeout> | undefined

export async function drain(): Promise<void> {
  if (draining) return
  draining = true
  clearTimeout(timer)
  try {
    for (let next = waiting(); next; next = waiting()) if (!(await send(next))) break
  } finally {
    draining = false
  }
}

const waiting = () => outbox.get().find((one) => one.refused === undefined && one.user === currentUserId())

/** The server may take it later, as it is. */
const passes = (error: unknown): boolean =>
  !(error instanceof BatonError) || error.status >= 500 || [401, 408, 429].includes(error.status) || error.code === 'in_progress'

/** Whether the next may follow. */
async function send(entry: Write): Promise<boolean> {
  if (Date.now() - entry.at > (entry.offline ? numberLives : keyLives))
    return refuse(
      entry,
      `This waited for more than ${entry.offline ? '90 days' : 'a day'}. Check that it still applies, then send it again.`,
    )
  if (outbox.get().some((one) => one.refused !== undefined && dependsOn(entry, one)))
    return refuse(entry, 'Its task could not be created. Send that again first.')
  try {
    if (entry.offline) return await replay(entry)
    const call = clientFor(entry.organization)[entry.operation] as (input: unknown, options: object) => Promise<unknown>
    return settle(entry, await call(entry.input, { idempotencyKey: entry.id }))
  } catch (error) {
    if (passes(error)) return wait(error, entry)
    const refusal = error as BatonError
    if (refusal.code !== 'stale_version' || !entry.base) return refuseFor(entry, refusal)
    try {
      return settleStale(entry, refusal, await judge(entry))
    } catch (failed) {
      return passes(failed) ? wait(failed, entry) : refuseFor(entry, refusal)
    }
  }
}

function settle(entry: Write, answer: unknown): true {
  pause = 0
  for (const later of outbox.get()) {
    // What may have been pushed stays as it was: under its number there is only that.
    const next = later.id === entry.id || later.pushed ? later : catchUp(later, entry, answer)
    if (next !== later) replace(next)
  }
  if (answer !== null) for (const listener of answered) listener(entry, answer)
  settlers.get(entry.id)?.resolve(answer)
  discard(entry.id)
  return true
}

/** Loaded while there is a connection, once the page has settled: a browser may not ask again for code that it could not get. */
const pushLoadedAfter = 8000
const loadPush = () => import('./push-write.ts')

/** What was done without a connection, by push. Its author chooses between two texts; whatever else merges does so on the server. */
async function replay(entry: Write): Promise<boolean> {
  if (!navigator.onLine) return wait(null, entry)
  const changesText = entry.operation === 'updateTask' && textOf(entry) !== undefined
  if (changesText && !entry.pushed) {
    const verdict = await judge(entry)
    if (verdict && 'conflict' in verdict) return keepBoth(entry, verdict.conflict)
  }
  const code = await loadPush().catch((error: unknown) => {
    if (entry.pushed) throw error
    return null
  })
  const done = code && (await code.pushWrite(entry, keep))
  const { offline: _, pushed: __, ...call } = entry
  if (!done) {
    // It cannot be pushed: in the same place, it is a call.
    replace(call)
    return true
  }
  const verdict = changesText && done.lost.some(isText) ? await judge(entry) : null
  // The other text came in between, or this device's clock is behind: what counts is what the author saw.
  if (verdict && isThere(entry.id)) return 'conflict' in verdict ? keepBoth(entry, verdict.conflict) : renew(call, verdict.version)
  if (done.kept) toast.warning(`${entry.label}: someone else edited this too. Their version is in Settings, Sync & export.`)
  return settle(entry, done.answer)
}

/** Who did it a moment ago is told at once; who did it long ago finds it kept, and so does who wrote a text. */
function refuseFor(entry: Write, error: BatonError): true {
  const settler = settlers.get(entry.id)
  const kept = outbox.get().find((one) => one.id === entry.id)?.waited || !settler || textOf(entry) !== undefined
  if (kept) refuse(entry, error.detail)
  else discard(entry.id)
  settler?.reject(error)
  return true
}

function settleStale(entry: Write, error: BatonError, verdict: Verdict): true {
  if (!isThere(entry.id)) return true
  if (!verdict) return refuseFor(entry, error)
  return 'conflict' in verdict ? keepBoth(entry, verdict.conflict, error.detail) : renew(entry, verdict.version)
}

function keepBoth(entry: Write, conflict: Conflict, refused = 'Someone else saved a different version.'): true {
  replace({ ...entry, waited: true, refused, conflict })
  settlers.get(entry.id)?.reject(new TextConflict(entry.label))
  return true
}

/** Another input needs another key, and another number. It keeps its place in the line. */
function renew({ pushed: _, ...entry }: Write, version: number): true {
  const settler = settlers.get(entry.id)
  const next: Write = { ...entry, id: crypto.randomUUID(), input: { ...(entry.input as object), version } }
  if (settler) settlers.set(next.id, settler)
  outbox.set((before) => before.map((one) => (one.id === entry.id ? { ...next, ...(one.waited && { waited: true }) } : one)))
  settlers.delete(entry.id)
  void set(next.id, next, writesKept)
    .then(() => del(entry.id, writesKept))
    .catch(() => {})
  return true
}

function refuse(entry: Write, refused: string): true {
  replace({ ...entry, waited: true, refused })
  return true
}

/** It and all behind it, which were not sent: whoever made them may be gone when they are answered. */
function wait(error: unknown, entry: Write): false {
  for (const one of outbox.get()) if (!one.waited) replace({ ...one, waited: true, ...(one.id !== entry.id && byPush) })
  pause = Math.min(30_000, Math.max(1000, pause * 2))
  const asked = error instanceof BatonError ? (error.retryAfter ?? 0) * 1000 : 0
  timer = setTimeout(() => void drain(), asked || pause)
  return false
}

/** Takes over what closed tabs could not send, oldest first. */
async function adopt(): Promise<void> {
  await navigator.locks.request('baton.writes', async () => {
    const alive = new Set((await navigator.locks.query()).held?.map(({ name }) => name))
    const kept = (await entries<string, Write>(writesKept).catch(() => [])).map(([, entry]) => entry)
    const known = new Set(outbox.get().map(({ id }) => id))
    const orphans = kept.filter((one) => one.user === currentUserId() && !known.has(one.id) && !alive.has(lockOf(one.tab)))
    const mine = orphans.map((one) => ({ ...one, tab, waited: true }))
    await Promise.all(mine.map((one) => set(one.id, one, writesKept).catch(() => {})))
    if (mine.length > 0) outbox.set((now) => [...mine, ...now].toSorted((a, b) => a.at - b.at))
  })
  void drain()
}

/** Takes up what an earlier visit could not send. */
export async function restoreOutbox(): Promise<void> {
  void navigator.locks.request(lockOf(tab), () => new Promise(() => {}))
  onAnother(() => outbox.set([]))
  connection.subscribe(() => {
    if (connection.get() !== 'live') return
    void adopt()
    setTimeout(() => void loadPush().catch(() => {}), pushLoadedAfter)
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void adopt())
  await adopt()
}
