import type { Caller } from '../../../../src/doors/mcp/caller.ts'
import type { Notice } from '../../../../src/capabilities/agents/notices/notice-words.ts'
import type { TestClock } from '../../../harness/clock.ts'
import type { Door } from './door.ts'
import type { Random } from './random.ts'

type Args = Record<string, unknown>

/** One call as the monitor sees it: when it was in flight, and the answer, whether or not it arrived. */
export interface Call {
  window: Window | null
  tool: string
  args: Args
  from: number
  to: number
  /** Times on the service's clock, which the test advances. */
  clockFrom: number
  clockTo: number
  ok: boolean
  answer: any
  error: string
  notices: readonly Notice[]
}

/** What windows may know about each other: session ids are no secret, and a fence may have leaked. */
export interface Shared {
  tasks: string[]
  sessions: Set<string>
  fences: { task: string; fence: string; window: Window }[]
  calls: Call[]
}

/** The same clock as PostgreSQL's. */
export const wallClock = (): number => Date.now()

/** One window of a client: what it believes it holds, and what it does next. */
export class Window {
  readonly name: string
  readonly caller: Caller
  readonly #door: Door
  readonly #clock: TestClock
  session: string | undefined
  fences = new Map<string, string>()

  constructor(name: string, caller: Caller, door: Door, clock: TestClock) {
    this.name = name
    this.caller = caller
    this.#door = door
    this.#clock = clock
  }

  /** True if nothing in the protocol distinguishes it from other windows of the same agent. */
  get isAnonymous(): boolean {
    return this.caller.connection === undefined && this.caller.conversation === undefined
  }

  forget(): void {
    this.session = undefined
    this.fences = new Map()
  }

  async act(random: Random, shared: Shared): Promise<void> {
    const [tool, args] = this.#next(random, shared)
    const answers = await this.call(tool, args, shared, random.chance(0.15))
    // Without an answer it retries, as agents do.
    if (!answers && random.chance(0.6)) await this.call(tool, args, shared, false)
  }

  /** Returns whether the answer arrived. */
  async call(tool: string, args: Args, shared: Shared, isLost: boolean): Promise<boolean> {
    const [from, clockFrom] = [wallClock(), this.#clock.now().getTime()]
    const result = await this.#door.call(tool, args, this.caller)
    const answer = result.structuredContent as any
    const notices = (answer?.notices ?? result._meta?.['baton/notices'] ?? []) as Notice[]
    const ok = !result.isError
    const error = ok ? '' : String((result.content[0] as { text?: string }).text)
    const clockTo = this.#clock.now().getTime()
    shared.calls.push({ window: this, tool, args, from, to: wallClock(), clockFrom, clockTo, ok, answer, error, notices })
    if (ok && tool === 'create_session') shared.sessions.add(answer.id)
    if (ok && tool === 'resume_session') shared.sessions.add(answer.session.id)
    if (ok && !isLost) this.#learn(tool, args, answer, shared)
    return !isLost
  }

  #learn(tool: string, args: Args, answer: any, shared: Shared): void {
    const hold = (task: string, fence: string | undefined) => {
      if (fence === undefined) return
      this.fences.set(task, fence)
      shared.fences.push({ task, fence, window: this })
    }
    if (tool === 'create_session') this.session = answer.id
    if (tool === 'resume_session') {
      this.session = answer.session.id
      for (const { task, fence } of answer.leases ?? []) hold(task, fence)
    }
    if (tool === 'claim_task') {
      if (answer.lease) hold(answer.task.key, answer.lease.fence)
      else this.fences.delete(answer.task.key)
    }
    if (tool === 'complete_task') this.fences.delete(String(args['task']))
    if (tool === 'end_session') this.session = undefined
  }

  #next(random: Random, shared: Shared): [tool: string, args: Args] {
    const [task, session] = [random.pick(shared.tasks), this.session]
    const held = random.pick([...this.fences, [task, undefined] as const])
    const own = { task: held[0], ...(held[1] !== undefined && { fence: held[1] }) }
    const leaked = shared.fences.filter(({ window }) => isToldApart(window, this))
    const stolen = leaked.length > 0 ? random.pick(leaked) : undefined
    const other = random.pick([...shared.sessions, undefined])
    const inSession = session && random.chance(0.7) ? { session } : {}
    const minutes = random.weighed([
      [2, 1],
      [2, 4],
      [2, 30],
    ] as const)
    return random.weighed<[string, Args]>([
      [session ? 1 : 6, ['create_session', { goals: [`Work of ${this.name}`], project: 'model' }]],
      [8, ['claim_task', { task, minutes, ...inSession }]],
      [2, ['claim_task', { project: 'model', minutes, ...inSession }]],
      [5, ['complete_task', { ...own, notes: this.name }]],
      [2, ['complete_task', { task, notes: this.name }]],
      [2, ['claim_task', { action: 'renew', ...own }]],
      [2, ['claim_task', { action: 'release', ...own }]],
      [2, ['update_task', { ...own, status: random.pick(['in_progress', 'todo', 'complete']) }]],
      [2, ['resume_session', {}]],
      [2, ['resume_session', { ...(other && { session: other }), take_over: random.chance(0.5) }]],
      [2, session ? ['checkpoint_session', { session, progress: 'Under way' }] : ['list_projects', {}]],
      [1, session ? ['end_session', { session, outcome: 'Enough' }] : ['list_projects', {}]],
      [2, ['list_projects', {}]],
      [stolen ? 3 : 0, ['complete_task', { task: stolen?.task, fence: stolen?.fence, notes: 'stolen' }]],
      [stolen ? 1 : 0, ['claim_task', { action: 'release', task: stolen?.task, fence: stolen?.fence }]],
    ])
  }
}

/** If both are anonymous, only the fence identifies them, so using the other's leaked fence would not be a fair test. */
function isToldApart(one: Window, other: Window): boolean {
  if (one === other) return false
  const { principal: a, client: ca } = one.caller
  const { principal: b, client: cb } = other.caller
  if (a.user !== b.user || a.credential.id !== b.credential.id || ca !== cb) return true
  const both = (key: 'conversation' | 'connection') => one.caller[key] !== undefined && other.caller[key] !== undefined
  return both('conversation') || both('connection')
}
