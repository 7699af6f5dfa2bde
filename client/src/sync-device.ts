/** What a device does against the sync routes of the web API: it numbers what was done, sends it until it is answered, and keeps what it is told. */

export interface SyncMutation {
  mid: number
  operation: string
  input: Record<string, unknown>
  base_version?: number | null
  base?: Record<string, unknown>
  hlc: string
}

export interface SyncOutcome {
  mid: number
  repeated: boolean
  status: 'applied' | 'rejected'
  result: unknown
  error?: { code: string; status: number; detail: string; reason?: string }
  merged?: { lost: string[]; conflicts: string[] }
}

export interface PushAnswer {
  last_mid: number
  results: SyncOutcome[]
  stopped?: { mid: number; retry_after: number | null }
}

export interface SyncChange {
  kind: string
  id: string
  version: number
  deleted: boolean
  record: Record<string, unknown> | null
}

export interface PullAnswer {
  changes: SyncChange[]
  checksum: string
  cursor: string
  more: boolean
  snapshot: boolean
}

/** Rejects with an error that has `status` where the server answered, and without one where no answer came. */
export interface SyncTransport {
  push(device: string, mutations: readonly SyncMutation[]): Promise<PushAnswer>
  pull(device: string, cursor: string | null): Promise<PullAnswer>
}

/** What a device keeps between two starts: written before anything is sent. */
export interface SyncState {
  device: string
  /** The last mid that was given out. */
  mid: number
  hlc: string
  waiting: SyncMutation[]
  cursor: string | null
  records: Record<string, SyncChange>
  /** During a fresh start, what its pages have named so far. */
  named: string[] | null
}

export const newSyncState = (device: string): SyncState => ({
  device,
  mid: 0,
  hlc: '0000000000000-0000',
  waiting: [],
  cursor: null,
  records: {},
  named: null,
})

/** The next tick of a hybrid clock: never behind itself, whatever the device's own clock does. */
export function nextHlc(last: string, now: number): string {
  const [time = '0', counter = '0'] = last.split('-')
  const milliseconds = Math.max(Number(time), Math.trunc(now))
  const next = milliseconds === Number(time) ? Number.parseInt(counter, 16) + 1 : 0
  // More than 65,535 writes in a millisecond borrow from the next one.
  const [ms, ticks] = next > 0xffff ? [milliseconds + 1, 0] : [milliseconds, next]
  return `${String(ms).padStart(13, '0')}-${ticks.toString(16).padStart(4, '0')}`
}

const statusOf = (error: unknown): number | undefined => (error as { status?: number }).status
const maxAtOnce = 100

export class SyncDevice {
  readonly state: SyncState
  readonly #transport: SyncTransport
  readonly #checksum: (changes: readonly SyncChange[]) => Promise<string> | string
  readonly #now: () => number

  constructor(
    state: SyncState,
    transport: SyncTransport,
    checksum: (changes: readonly SyncChange[]) => Promise<string> | string,
    now: () => number = Date.now,
  ) {
    this.state = state
    this.#transport = transport
    this.#checksum = checksum
    this.#now = now
  }

  /** Notes something done. It has its number from now on: whatever becomes of sending it, it has one effect. */
  write(
    operation: string,
    input: Record<string, unknown>,
    seen: { base_version?: number; base?: Record<string, unknown> } = {},
  ): SyncMutation {
    const { state } = this
    state.mid++
    state.hlc = nextHlc(state.hlc, this.#now())
    const mutation = { mid: state.mid, operation, input, ...seen, hlc: state.hlc }
    state.waiting.push(mutation)
    return mutation
  }

  /** Sends what waits, oldest first. What got no answer stays and is sent again, under the same number. */
  async push(): Promise<SyncOutcome[]> {
    const { state } = this
    const outcomes: SyncOutcome[] = []
    while (state.waiting.length > 0) {
      const answer = await this.#transport.push(state.device, state.waiting.slice(0, maxAtOnce))
      outcomes.push(...answer.results)
      const answered = new Set(answer.results.map(({ mid }) => mid))
      state.waiting = state.waiting.filter(({ mid }) => !answered.has(mid))
      if (answer.stopped || answered.size === 0) return outcomes
    }
    return outcomes
  }

  /** Reads on from its place to the end. A 410 on the way is a fresh start. */
  async pull(): Promise<void> {
    for (let more = true; more;) more = await this.pullPage()
  }

  /** One page. Answers whether there may be more. */
  async pullPage(): Promise<boolean> {
    const { state } = this
    const before = state.cursor
    let page: PullAnswer
    try {
      page = await this.#transport.pull(state.device, before)
    } catch (error) {
      if (statusOf(error) !== 410) throw error
      state.cursor = null
      state.named = null
      return true
    }
    // A page that was cut or changed on the way is read again.
    if (page.checksum !== (await this.#checksum(page.changes))) return true
    if (before === null) state.named = []
    if (!page.snapshot && state.named) this.#forgetUnnamed(state.named)
    for (const change of page.changes) {
      const key = `${change.kind} ${change.id}`
      state.named?.push(key)
      if (change.deleted) delete state.records[key]
      else state.records[key] = change
    }
    state.cursor = page.cursor
    return page.more
  }

  /** A fresh start is complete: what none of its pages has named is gone. */
  #forgetUnnamed(named: readonly string[]): void {
    const kept = new Set(named)
    for (const key of Object.keys(this.state.records)) if (!kept.has(key)) delete this.state.records[key]
    this.state.named = null
  }
}
