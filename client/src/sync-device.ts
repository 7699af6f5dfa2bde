/** The device's side of the web API's sync routes: numbers mutations, resends them until they are answered, and stores what it pulls. */

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

/** Rejects with an error that has a `status` if the server responded, and none if no response arrived. */
export interface SyncTransport {
  push(device: string, mutations: readonly SyncMutation[]): Promise<PushAnswer>
  pull(device: string, cursor: string | null): Promise<PullAnswer>
}

/** The state a device keeps across restarts; it must be saved before anything is sent. */
export interface SyncState {
  device: string
  /** The last mid that was assigned. */
  mid: number
  hlc: string
  waiting: SyncMutation[]
  cursor: string | null
  records: Record<string, SyncChange>
  /** During a full pull, the records that its pages have named so far. */
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

/** The next tick of a hybrid logical clock: it never goes backwards, whatever the device's own clock does. */
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

  /** Queues a mutation. Its mid never changes, so it takes effect once however often it is sent. */
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

  /** Sends queued mutations, oldest first. Unanswered ones stay queued and are sent again with the same mid. */
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

  /** Pulls from the cursor to the end. A 410 on the way starts a full pull. */
  async pull(): Promise<void> {
    for (let more = true; more;) more = await this.pullPage()
  }

  /** Pulls one page. Returns whether there may be more. */
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
    // A page that was truncated or altered in transit is read again.
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

  /** A full pull is complete: records that none of its pages named are gone. */
  #forgetUnnamed(named: readonly string[]): void {
    const kept = new Set(named)
    for (const key of Object.keys(this.state.records)) if (!kept.has(key)) delete this.state.records[key]
    this.state.named = null
  }
}
