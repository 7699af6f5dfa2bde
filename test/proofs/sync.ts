import {
  newSyncState,
  SyncDevice,
  type PullAnswer,
  type PushAnswer,
  type SyncChange,
  type SyncMutation,
  type SyncOutcome,
} from '../../client/src/sync-device.ts'
import { clampHlc, elementClock, isLater, mergeFields, type Stamp } from '../../src/capabilities/sync/push/merge.ts'
import { mergeable } from '../../src/capabilities/sync/push/mergeable.ts'

interface Size {
  runs: number
  steps: number
}

/** Faults to plant; each must be detected by some run. */
export const faults = [
  'forgets-answers',
  'loses-a-change',
  'keeps-what-is-gone',
  'last-push-wins',
  'drops-losing-text',
  'forgets-what-got-no-answer',
] as const
export type Fault = (typeof faults)[number]

const rule = mergeable['updateNote']!
const minute = 60_000

/** Random numbers that a seed reproduces. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Note {
  id: string
  version: number
  title: string
  content: string
  tags: string[]
}

/** Epoch, position in the log, and the last id read during an initial pull. */
type Cursor = [number, number, string | null]

const checksum = (changes: readonly SyncChange[]): string =>
  changes.map(({ id, version, deleted }) => `${id} ${version} ${deleted}`).join('\n')

class Gone extends Error {
  readonly status = 410
}
class Conflict extends Error {
  readonly status = 409
}

/** An in-memory server: the rules for mids, cursors and epochs, around the merge code of the real server. */
class ModelServer {
  readonly notes = new Map<string, Note>()
  readonly log: string[] = []
  readonly clocks = new Map<string, Map<string, Stamp>>()
  readonly kept: string[] = []
  readonly devices = new Map<string, { last: number; answers: Map<number, SyncOutcome> }>()
  readonly created = new Map<string, number>()
  /** The last stamp and text of each device, by note and field. */
  readonly stamps = new Map<string, Map<string, { stamp: Stamp; value: unknown }>>()
  epoch = 1
  first = 0
  now = 1_800_000_000_000
  readonly #fault: Fault | undefined

  constructor(fault?: Fault) {
    this.#fault = fault
  }

  push(device: string, mutations: readonly SyncMutation[]): PushAnswer {
    const known = this.devices.get(device) ?? { last: 0, answers: new Map() }
    this.devices.set(device, known)
    if ((mutations[0]?.mid ?? 0) > known.last + 1) throw new Conflict()
    const results = mutations.map((mutation) => {
      const before = mutation.mid <= known.last ? known.answers.get(mutation.mid) : undefined
      if (before && this.#fault !== 'forgets-answers') return { ...before, repeated: true }
      const outcome = this.#apply(device, mutation)
      known.last = Math.max(known.last, mutation.mid)
      known.answers.set(mutation.mid, outcome)
      return outcome
    })
    return { last_mid: known.last, results }
  }

  #apply(device: string, { mid, operation, input, base = {}, hlc }: SyncMutation): SyncOutcome {
    const done = (more: Partial<SyncOutcome> = {}): SyncOutcome => ({ mid, repeated: false, status: 'applied', result: null, ...more })
    const id = String(input['note'])
    if (operation === 'createNote') {
      const word = String(input['title'])
      this.created.set(word, (this.created.get(word) ?? 0) + 1)
      const made = `n${String(this.log.length).padStart(6, '0')}`
      this.notes.set(made, { id: made, version: 1, title: word, content: '', tags: [] })
      this.log.push(made)
      return done({ result: { id: made } })
    }
    const note = this.notes.get(id)
    if (!note) return done({ status: 'rejected', error: { code: 'not_found', status: 404, detail: '' } })
    if (operation === 'deleteNote') {
      this.notes.delete(id)
      this.log.push(id)
      return done()
    }
    const clocks = this.clocks.get(id) ?? new Map<string, Stamp>()
    this.clocks.set(id, clocks)
    const stamp = { hlc: clampHlc(hlc, this.now), device }
    for (const field of rule.texts.filter((one) => one in input)) {
      const key = `${id} ${field}`
      this.stamps.set(key, (this.stamps.get(key) ?? new Map()).set(device, { stamp, value: input[field] }))
    }
    const judged = this.#fault === 'last-push-wins' ? new Map<string, Stamp>() : clocks
    const { wanted, moved, lost, kept } = mergeFields({ rule, current: { ...note }, base, wanted: input, stamp, clocks: judged })
    for (const field of moved) clocks.set(field, stamp)
    if (this.#fault !== 'drops-losing-text') this.kept.push(...kept.map(({ text }) => text))
    const { note: _, ...fields } = wanted
    if (Object.keys(fields).length > 0) {
      this.notes.set(id, { ...note, ...fields, version: note.version + 1 })
      this.log.push(id)
    }
    return done({ merged: { lost, conflicts: [] } })
  }

  pull(cursor: string | null, size: number): PullAnswer {
    const [epoch, seq, after] = cursor === null ? [this.epoch, this.log.length, ''] : (JSON.parse(cursor) as Cursor)
    if (epoch !== this.epoch || seq < this.first) throw new Gone()
    const shown = (ids: string[]) =>
      ids.map((id): SyncChange => {
        const note = this.notes.get(id)
        return { kind: 'note', id, version: note?.version ?? 0, deleted: !note, record: note ? { ...note, tags: [...note.tags] } : null }
      })
    const answer = (changes: SyncChange[], next: Cursor, more: boolean, snapshot: boolean): PullAnswer => ({
      changes,
      checksum: checksum(changes),
      cursor: JSON.stringify(next),
      more,
      snapshot,
    })
    if (after !== null) {
      const ids = [...this.notes.keys()]
        .toSorted()
        .filter((id) => id > after)
        .slice(0, size)
      return answer(shown(ids), [epoch, seq, ids.length === size ? (ids.at(-1) ?? null) : null], true, true)
    }
    const events = this.log.slice(seq, seq + size)
    const ids = [...new Set(events)].filter(() => this.#fault !== 'loses-a-change' || events.length < size || size < 2)
    return answer(shown(ids), [epoch, seq + events.length, null], events.length === size, false)
  }
}

class Lost extends Error {}

interface Written {
  note: string
  field: string
  value: string
  /** The value that its author saw before writing. */
  saw: string | undefined
}

/** One run: three devices with clocks of their own write, push and pull over a connection that loses answers. */
async function runOnce(seed: number, steps: number, fault?: Fault): Promise<void> {
  const next = random(seed)
  const under = (limit: number) => Math.floor(next() * limit)
  const server = new ModelServer(fault)
  const skews = [0, -under(10) * minute, under(600) * minute]
  const names = ['a', 'b', 'c']
  const devices = names.map((name, place) => {
    const transport = {
      push: async (device: string, mutations: readonly SyncMutation[]) => {
        if (next() < 0.2) throw new Lost('the request')
        const answer = server.push(device, mutations)
        if (next() < 0.3) throw new Lost('the answer')
        return answer
      },
      pull: async (_device: string, cursor: string | null) => {
        if (next() < 0.1) throw new Lost('the request')
        const page = server.pull(cursor, 1 + under(3))
        // Sometimes damages the page in transit.
        return next() < 0.05 && page.changes.length > 0 ? { ...page, changes: page.changes.slice(1) } : page
      },
    }
    const clock = () => server.now + (skews[place] ?? 0)
    return new SyncDevice(newSyncState(name), transport, checksum, clock)
  })
  const written: Written[] = []
  const words: string[] = []

  const write = (device: SyncDevice) => {
    const known = Object.values(device.state.records).map(({ record }) => record as unknown as Note)
    const kind = under(10)
    if (known.length === 0 || kind < 2) {
      const word = `w${words.length}-${seed}`
      words.push(word)
      return device.write('createNote', { title: word })
    }
    const note = known[under(known.length)]!
    if (kind === 2 && next() < 0.3) return device.write('deleteNote', { note: note.id })
    const base = { title: note.title, content: note.content, tags: note.tags }
    const waiting = device.state.waiting.filter(({ input }) => input['note'] === note.id)
    if (kind < 6) {
      const field = kind < 4 ? 'title' : 'content'
      const value = `${field} ${written.length}`
      const mine = waiting.findLast(({ input }) => typeof input[field] === 'string')?.input[field] as string | undefined
      const saw = mine ?? note[field as 'title' | 'content']
      const sent = device.write('updateNote', { note: note.id, [field]: value }, { base: { ...base, [field]: saw } })
      written.push({ note: note.id, field, value, saw })
      return sent
    }
    const tag = `t${under(4)}`
    const tags = note.tags.includes(tag) ? note.tags.filter((one) => one !== tag) : [...note.tags, tag]
    return device.write('updateNote', { note: note.id, tags }, { base })
  }
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => {
      if (!(error instanceof Lost)) throw error
    })
  }

  for (let step = 0; step < steps; step++) {
    server.now += under(2000)
    const device = devices[under(3)]!
    const what = under(12)
    if (what < 6) write(device)
    else if (what < 8) {
      const before = device.state.waiting.length
      await attempt(() => device.push())
      if (fault === 'forgets-what-got-no-answer' && device.state.waiting.length === before) device.state.waiting.shift()
    } else if (what < 11) await attempt(() => device.pullPage())
    else {
      const fate = next()
      if (fate < 0.3) server.epoch++
      else if (fate < 0.5) server.first = Math.max(server.first, server.log.length - under(5))
    }
  }
  for (const device of devices) {
    for (let tries = 0; device.state.waiting.length > 0; tries++) {
      if (tries > 200) throw new Error(`seed ${seed}: a device never gets rid of what it has`)
      await attempt(() => device.push())
    }
  }
  for (const device of devices) {
    if (fault === 'keeps-what-is-gone') device.state.named = null
    for (let tries = 0; ; tries++) {
      if (tries > 500) throw new Error(`seed ${seed}: a device never catches up`)
      let done = false
      await attempt(async () => {
        await device.pull()
        done = true
      })
      if (done) break
    }
  }
  check(seed, server, devices, words, written)
}

function check(seed: number, server: ModelServer, devices: SyncDevice[], words: string[], written: Written[]): void {
  const fail = (why: string): never => {
    throw new Error(`seed ${seed}: ${why}`)
  }
  const truth = JSON.stringify([...server.notes.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)))
  for (const { state } of devices) {
    const own = Object.values(state.records).map(({ record }) => record as unknown as Note)
    if (JSON.stringify(own.toSorted((one, other) => (one.id < other.id ? -1 : 1))) !== truth)
      fail(`device ${state.device} has not converged`)
  }
  for (const word of words) if (server.created.get(word) !== 1) fail(`${word} was created ${server.created.get(word) ?? 0} times`)
  for (const note of server.notes.values()) {
    for (const field of ['title', 'content'] as const) {
      const writes = written.filter((one) => one.note === note.id && one.field === field)
      const last = [...(server.stamps.get(`${note.id} ${field}`)?.values() ?? [])]
      const latest = last.toSorted(({ stamp: one }, { stamp: other }) => (isLater(one, other) ? -1 : 1))[0]
      if (latest && note[field] !== latest.value) fail(`${field} is not that of the later writer`)
      if (field === 'title') continue
      const seen = new Set(writes.map(({ saw }) => saw))
      for (const { value } of writes) {
        if (value !== note[field] && !seen.has(value) && !server.kept.includes(value))
          fail('a long text is gone that nobody has replaced knowingly')
      }
    }
    for (const tag of note.tags) if (!server.clocks.get(note.id)?.has(elementClock('tags', tag))) fail('a tag has no clock')
  }
}

export const proof = {
  name: 'sync',
  claim: 'three devices with lost answers, skewed clocks, pages and fresh starts in between converge, and every write has one effect',
  inputs: ['src/capabilities/sync/push/**'],
  short: { runs: 1000, steps: 60 },
  full: { runs: 20_000, steps: 60 },
  async run(_: unknown, { runs, steps }: Size): Promise<Record<string, number>> {
    for (let seed = 1; seed <= runs; seed++) await runOnce(seed, steps)
    const found: Record<string, number> = {}
    for (const fault of faults) {
      for (let seed = 1; seed <= 500 && found[fault] === undefined; seed++) {
        await runOnce(seed, steps, fault).catch(() => void (found[fault] = seed))
      }
      if (found[fault] === undefined) throw new Error(`the planted fault ${fault} is not found`)
    }
    return { runs, diverged: 0, faults_planted: faults.length, faults_found: Object.keys(found).length }
  },
}
