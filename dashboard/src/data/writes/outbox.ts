import { BatonError, type Input, type Name, type Output } from '@baton/client'
import { clientFor } from '../client.ts'
import { connection } from '../live/connection.ts'
import { del, entries, set, writesKept } from '../device.ts'
import { createStore } from '../store.ts'
import type { TaskPatch } from '../tasks/task-patch.ts'
import { onAnother, currentUserId } from '../current-user.ts'
import { impersonation } from '../impersonation.ts'
import { toast } from '../toast.ts'
import { repeatPush, type Pushed } from './pushed-before.ts'
import { catchUp, dependsOn, isText, textOf, withoutVersion } from './writes-in-line.ts'

/** A pending write: an ordinary call with its idempotency key, so that sending it twice has one effect, for as long as the server knows the key. */
export interface Write {
  id: string
  organization: string
  operation: Name
  input: unknown
  /** Describes the write to its author: "Move BAT-12 to Done". */
  label: string
  at: number
  /** When it can no longer be sent, because the server may have forgotten its key. Missing in writes of earlier versions. */
  until?: number
  /** The author, and the tab that sends it. */
  user: string
  tab: string
  /** What the screen shows until the server has answered. */
  patch?: TaskPatch
  /** The values its author saw in the changed fields, at the version the input names. */
  base?: object
  /** It waited for a connection. */
  waited?: boolean
  /** It has not been sent: the server can't know it yet, so it may still change. */
  offline?: true
  /** How an earlier version has sent it. */
  pushed?: Pushed
  /** The page shows a refusal in its place, unless the write had to wait. */
  inPlace?: true
  /** Why the server refused it; its author decides what to do with it. */
  refused?: string
  /** Somebody else saved a different text first; both are kept until the author chooses. */
  conflict?: Conflict
}

export interface Conflict {
  /** The item's key, and the field. */
  key: string
  field: string
  /** The common ancestor, the text saved now, and its version. */
  base: string
  theirs: string
  version: number
  /** Who saved it and when, if known. */
  by: string | null
  at: string
}

/** A write's place on a newer version, with what was merged into it and what that was based on. */
interface Rebased {
  version: number
  input?: object
  base?: object
}

/** For a write based on an older version: resend it on this version, or keep it as a conflict. Null: treat it as refused. */
type Verdict = Rebased | { conflict: Conflict } | null

/** Rejects a write whose text is kept in the outbox, where its author finds both versions. */
export class TextConflict extends Error {}

export interface WriteSpec<N extends Name> {
  organization: string
  operation: N
  input: Input<N>
  label: string
  patch?: TaskPatch
  base?: object
  inPlace?: true
}

export const outbox = createStore<readonly Write[]>([])

const day = 24 * 60 * 60 * 1000
/** For as long as the server remembers an idempotency key, repeating the call is harmless: 90 days with a person's own login. */
const keyLives = (impersonation ? 1 : 90) * day
/** Earlier servers remembered a key for a day. What was never sent can still be. */
const endOf = ({ at, until, offline }: Write): number => until ?? at + (offline ? 90 : 1) * day
const settlers = new Map<string, { resolve(value: unknown): void; reject(error: unknown): void }>()
const answered = new Set<(write: Write, answer: unknown) => void>()

/** Each tab holds a lock with its name while it lives; another tab sends what a dead one has left behind. */
const tab = crypto.randomUUID()
const lockOf = (name: string) => `baton.writes.${name}`
let lastAt = 0

/** The listener runs before the write leaves the outbox, so that nothing flickers. */
export const onAnswer = (listener: (write: Write, answer: unknown) => void): void => void answered.add(listener)

let judge: (write: Write) => Promise<Verdict> = () => Promise.resolve(null)
/** Registers the decision about a write with an outdated version and a `base`. */
export const onStale = (decide: typeof judge): void => void (judge = decide)

/** Queues a write and sends it in order; offline, it waits in the outbox. Rejects if the server refuses it. */
export function write<N extends Name>(spec: WriteSpec<N>): Promise<Output<N>> {
  lastAt = Math.max(lastAt + 1, Date.now())
  const behind = connection.get() === 'offline' || outbox.get().some((one) => one.waited && one.refused === undefined)
  const entry: Write = {
    ...spec,
    id: crypto.randomUUID(),
    at: lastAt,
    until: lastAt + keyLives,
    user: currentUserId(),
    tab,
    ...(behind && { waited: true, offline: true as const }),
  }
  outbox.set((before) => [...before, entry])
  void set(entry.id, entry, writesKept).catch(() => {})
  const settled = new Promise<unknown>((resolve, reject) => settlers.set(entry.id, { resolve, reject }))
  void drain()
  return settled as Promise<Output<N>>
}

/** For its author: drops a write, and with a creation the writes that depend on the new task. */
export function discard(id: string): void {
  const entry = outbox.get().find((one) => one.id === id)
  drop(id, ...(entry ? outbox.get().filter((one) => dependsOn(one, entry)) : []).map((one) => one.id))
}

function drop(...ids: string[]): void {
  const gone = new Set(ids)
  outbox.set((before) => before.filter((one) => !gone.has(one.id)))
  for (const one of gone) {
    settlers.delete(one)
    void del(one, writesKept).catch(() => {})
  }
}

/** Whether its author can still change it: the server may already have what was sent once. */
export const isRevisable = ({ operation, offline, pushed, refused }: Write): boolean =>
  operation === 'createTask' && offline === true && pushed === undefined && refused === undefined

/** Changes a creation that waits, in its place, so that what depends on the new task stays right. Returns whether that was still possible. */
export function revise(id: string, { input, label, patch }: Pick<Write, 'input' | 'label' | 'patch'>): boolean {
  const entry = outbox.get().find((one) => one.id === id)
  const made = entry?.patch?.create
  if (!entry || !made || !isRevisable(entry)) return false
  replace({ ...entry, input, label, ...(patch?.create && { patch: { ...patch, create: { ...patch.create, id: made.id } } }) })
  return true
}

/** Resends a refused write as a new call. It overwrites later changes, except for a text: nobody has seen what that would replace. */
export function retry(entry: Write): void {
  const { organization, operation, label, patch, base } = entry
  const input = textOf(entry) === undefined ? withoutVersion(entry.input) : entry.input
  const again = { organization, operation, input, label, ...(patch && { patch }), ...(base && { base }) }
  void write(again as WriteSpec<Name>).catch(() => {})
  drop(entry.id)
}

/** Refreshes a conflict with the latest text, or resends the write if there is no conflict any more. */
export async function judgeAgain(entry: Write): Promise<void> {
  const verdict = await judge(entry)
  if (!isThere(entry.id)) return
  if (verdict && 'version' in verdict) retry(rebased(entry, verdict))
  else if (verdict) replace({ ...entry, conflict: verdict.conflict })
}

const rebased = (entry: Write, { version, input, base }: Rebased): Write => ({
  ...entry,
  input: { ...(entry.input as object), ...input, version },
  ...(base && { base: { ...entry.base, ...base } }),
})

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

/** Whether the error is transient, so that the same call may succeed later. */
const passes = (error: unknown): boolean =>
  !(error instanceof BatonError) || error.status >= 500 || [401, 408, 429].includes(error.status) || error.code === 'in_progress'

/** Resolves to whether the next write may be sent. */
async function send(entry: Write): Promise<boolean> {
  const end = endOf(entry)
  if (Date.now() > end)
    return refuseUnsent(
      entry,
      `This waited for more than ${end - entry.at > day ? '90 days' : 'a day'}. Check that it still applies, then send it again.`,
    )
  if (outbox.get().some((one) => one.refused !== undefined && dependsOn(entry, one)))
    return refuseUnsent(entry, 'Its task could not be created. Send that again first.')
  try {
    if (entry.pushed) return await settlePushed({ ...entry, pushed: entry.pushed })
    if (entry.offline) return await prepare(entry)
    const call = clientFor(entry.organization)[entry.operation] as (input: unknown, options: object) => Promise<unknown>
    return settle(entry, await call(entry.input, { idempotencyKey: entry.id }))
  } catch (error) {
    if (passes(error)) return wait(error, entry)
    const refusal = error as BatonError
    // The answer was lost, and is no longer kept. What it made is still named, for the writes behind it.
    if (refusal.code === 'already_done') return settle(entry, refusal.extra['result'] ?? null)
    if (refusal.code !== 'stale_version' || !entry.base) return refuseFor(entry, refusal)
    try {
      const verdict = await judge(entry)
      if (!isThere(entry.id)) return true
      return verdict ? settleStale(entry, verdict, refusal.detail) : refuseFor(entry, refusal)
    } catch (failed) {
      return passes(failed) ? wait(failed, entry) : refuseFor(entry, refusal)
    }
  }
}

function settle(entry: Write, answer: unknown): true {
  pause = 0
  for (const later of outbox.get()) {
    // A write that may have been pushed must not change: the server binds its number to exactly this input.
    const next = later.id === entry.id || later.pushed ? later : catchUp(later, entry, answer)
    if (next !== later) replace(next)
  }
  if (answer !== null) for (const listener of answered) listener(entry, answer)
  settlers.get(entry.id)?.resolve(answer)
  drop(entry.id)
  return true
}

/** Before a write that waited is sent for the first time. It then goes on in its place of the queue. */
async function prepare(entry: Write): Promise<boolean> {
  if (!navigator.onLine) return wait(null, entry)
  const { offline: _, ...call } = { ...entry, until: endOf(entry) }
  // It names what its author saw, but no version: finding that first makes sure that it replaces nothing unseen.
  if (entry.base && (entry.input as { version?: number }).version === undefined) {
    const verdict = await judge(entry)
    if (verdict && isThere(entry.id)) return settleStale(call, verdict)
  }
  // Stored before it is sent: from now on the server may know it.
  await keep(call).catch(() => {})
  return true
}

async function settlePushed(entry: Write & { pushed: Pushed }): Promise<boolean> {
  const outcome = await repeatPush(entry)
  const { pushed: _, ...unsent } = entry
  if (!outcome) {
    replace(unsent)
    return true
  }
  const { lost = [], conflicts = [] } = outcome.merged ?? {}
  const verdict = lost.some(isText) ? await judge(entry) : null
  const { offline: __, ...call } = { ...unsent, until: endOf(entry) }
  if (verdict && isThere(entry.id)) return settleStale(call, verdict)
  if (conflicts.length > 0) toast.warning(`${entry.label}: someone else edited this too. Their version is in Settings, Sync & export.`)
  return settle(entry, outcome.result ?? null)
}

/** Right after the action, rejecting is enough to tell the user. A write that waited is kept in the outbox, and so is every text. */
function refuseFor(entry: Write, error: BatonError): true {
  const settler = settlers.get(entry.id)
  const kept = outbox.get().find((one) => one.id === entry.id)?.waited || !settler || (textOf(entry) !== undefined && !entry.inPlace)
  if (kept) refuse(entry, error.detail)
  else drop(entry.id)
  settler?.reject(error)
  return true
}

const settleStale = (entry: Write, verdict: NonNullable<Verdict>, refused?: string): true =>
  'conflict' in verdict ? keepBoth(entry, verdict.conflict, refused) : renew(entry, verdict)

function keepBoth(entry: Write, conflict: Conflict, refused = 'Someone else saved a different version.'): true {
  replace({ ...entry, waited: true, refused, conflict })
  settlers.get(entry.id)?.reject(new TextConflict(entry.label))
  return true
}

/** A changed input needs a new idempotency key. The write keeps its place in the queue. */
function renew(entry: Write, verdict: Rebased): true {
  const settler = settlers.get(entry.id)
  const next: Write = { ...rebased(entry, verdict), id: crypto.randomUUID() }
  if (settler) settlers.set(next.id, settler)
  outbox.set((before) => before.map((one) => (one.id === entry.id ? { ...next, ...(one.waited && { waited: true }) } : one)))
  settlers.delete(entry.id)
  void set(next.id, next, writesKept)
    .then(() => del(entry.id, writesKept))
    .catch(() => {})
  return true
}

/** Without asking the server. */
function refuseUnsent(entry: Write, why: string): true {
  refuse(entry, why)
  settlers.get(entry.id)?.reject(new Error(why))
  return true
}

function refuse(entry: Write, refused: string): true {
  replace({ ...entry, waited: true, refused })
  return true
}

/** Marks this write, and all the unsent ones behind it, as waiting: their author may be gone when they are answered. */
function wait(error: unknown, entry: Write): false {
  for (const one of outbox.get()) if (!one.waited) replace({ ...one, waited: true, ...(one.id !== entry.id && { offline: true as const }) })
  pause = Math.min(30_000, Math.max(1000, pause * 2))
  const asked = error instanceof BatonError ? (error.retryAfter ?? 0) * 1000 : 0
  timer = setTimeout(() => void drain(), asked || pause)
  return false
}

/** Takes over writes that closed tabs could not send, oldest first. */
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

/** Resumes writes that an earlier visit could not send. */
export async function restoreOutbox(): Promise<void> {
  void navigator.locks.request(lockOf(tab), () => new Promise(() => {}))
  onAnother(() => outbox.set([]))
  connection.subscribe(() => {
    if (connection.get() === 'live') void adopt()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void adopt())
  await adopt()
}
