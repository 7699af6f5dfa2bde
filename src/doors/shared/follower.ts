import { readLog, type EventRow } from '../../capabilities/log/read-log.ts'
import { accessChangedFor } from '../../capabilities/projects/access-change.ts'
import { hiddenProjectsOf } from '../../capabilities/projects/project-visibility.ts'
import type { AgentCalls } from '../../platform/agent-calls.ts'
import type { Database } from '../../platform/postgres.ts'
import { LiveEvent } from './live-event.ts'
import type { Outlet } from './subscription.ts'

const pageSize = 200
const loadsAtOnce = 4
/** A project's first and last event are self-contained; they make nobody's older state wrong. */
const bornOrGone = new Set(['project.created', 'project.deleted'])
const comingAndGoing = new Set(['member.added', 'member.removed'])
const none: ReadonlySet<string> = new Set()

/** Somebody's cursor in a log: a socket's subscription, or a stream of another door. */
export interface Follow {
  readonly target: { readonly org: string; readonly user: string; readonly project: string | null }
  readonly outlet: Pick<Outlet, 'congested' | 'flushed'>
  cursor: number
  readonly ended: boolean
  offer(event: LiveEvent, hiddenProjects: ReadonlySet<string>): void
  tellCursor(): void
  resync(reason: 'cursor_lost' | 'access_changed', at?: number): void
  endUnseen(): void
  /** Something changed that is not in the log; of tool calls, only those of agents that aren't hidden are told. */
  tellChange?(change: string, calls?: readonly AgentCalls[], hiddenProjects?: ReadonlySet<string>): void
}

/** A user who follows this log, perhaps from several sockets. */
interface Viewer {
  hidden: ReadonlySet<string>
  readonly subscriptions: Set<Follow>
}

/** Events in a subscriber's replay that its state can't be rebuilt from. */
interface Missed {
  accessChange: boolean
  /** The last event about this user's membership was its end. */
  left: boolean
}

/** Follows one organization's log on this node: read once for all subscribers, and only while there are any. */
export class Follower {
  readonly #database: Database
  readonly #org: string
  readonly #report: (error: unknown) => void
  readonly #viewers = new Map<string, Viewer>()
  #position = 0
  #turn: Promise<unknown> = Promise.resolve()
  #wakened = false
  /** Since when there may be events that have not been read. */
  #since: number | null = null

  constructor(database: Database, org: string, report: (error: unknown) => void) {
    this.#database = database
    this.#org = org
    this.#report = report
  }

  /** How far it has read; null without subscribers. */
  get position(): number | null {
    return this.#viewers.size === 0 ? null : this.#position
  }

  /** There may be news, also for a viewer who is still joining and not counted yet. A failed read is repeated on the next call. */
  wake(): void {
    if (this.#wakened) return
    this.#wakened = true
    this.#since ??= performance.now()
    this.#inTurn(async () => {
      this.#wakened = false
      await this.#advance()
      if (!this.#wakened) this.#since = null
    }).catch(this.#report)
  }

  /** In milliseconds; 0 while there is nothing left to read. */
  get lag(): number {
    return this.#since === null ? 0 : performance.now() - this.#since
  }

  tellCursors(): void {
    for (const { subscriptions } of this.#viewers.values()) for (const one of subscriptions) one.tellCursor()
  }

  /** Replays what is after the subscription's cursor, then lets it continue with the others, without gaps or duplicates. */
  async add(subscription: Follow): Promise<void> {
    const missed: Missed = { accessChange: false, left: false }
    const join = () => this.#inTurn(() => this.#join(subscription, missed))
    while ((await this.#replay(subscription, missed)).more || !(await join())) await subscription.outlet.flushed()
  }

  /** Undefined while unknown: then nothing that could be hidden is sent. */
  hiddenFrom(user: string): ReadonlySet<string> | undefined {
    return this.#viewers.get(user)?.hidden
  }

  remove(subscription: Follow): void {
    const { user } = subscription.target
    const viewer = this.#viewers.get(user)
    if (viewer?.subscriptions.delete(subscription) && viewer.subscriptions.size === 0) this.#viewers.delete(user)
  }

  settled(): Promise<unknown> {
    return this.#turn
  }

  /** Serializes joining and advancing, so that what a joiner may see is never older than the log's position. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }

  async #join(subscription: Follow, missed: Missed): Promise<boolean> {
    const { user } = subscription.target
    const { more, hidden } = await this.#replay(subscription, missed)
    if (subscription.ended) return true
    if (more && (this.#viewers.size === 0 || subscription.cursor < this.#position)) return false
    if (missed.accessChange) subscription.resync('access_changed')
    subscription.tellCursor()
    if (this.#viewers.size === 0) this.#position = subscription.cursor
    const viewer = this.#viewers.get(user) ?? { hidden, subscriptions: new Set() }
    viewer.subscriptions.add(subscription)
    this.#viewers.set(user, viewer)
    return true
  }

  /** Replays one page to one subscriber. Hidden projects are read after the page, so that they are never older than an event shown. */
  async #replay(subscription: Follow, missed: Missed): Promise<{ more: boolean; hidden: ReadonlySet<string> }> {
    if (subscription.ended) return { more: false, hidden: none }
    const page = await readLog(this.#database, this.#org, subscription.cursor, pageSize)
    const { user, project } = subscription.target
    const hidden = await hiddenProjectsOf(this.#database, this.#org, user)
    const full = page.events.length === pageSize
    const membership = page.events.findLast((event) => event.subject_id === user && comingAndGoing.has(event.type))
    if (membership) missed.left = membership.type === 'member.removed'
    if ((missed.left && !full) || (project && hidden.has(project))) subscription.endUnseen()
    if (page.lost) {
      subscription.resync('cursor_lost', page.head)
      return { more: true, hidden }
    }
    for (const event of page.events) {
      if (subscription.outlet.congested) return { more: true, hidden }
      if (!bornOrGone.has(event.type) && concerns(event, user)) missed.accessChange = true
      subscription.offer(new LiveEvent(event), hidden)
    }
    return { more: full, hidden }
  }

  async #advance(): Promise<void> {
    let full = true
    while (full && this.#viewers.size > 0) {
      const page = await readLog(this.#database, this.#org, this.#position, pageSize)
      if (page.lost) await this.#startAfresh(page.head)
      else await this.#deliver(page.events)
      full = page.events.length === pageSize
    }
  }

  async #deliver(events: readonly EventRow[]): Promise<void> {
    const whose = new Set(events.map(accessChangedFor))
    const loaded = await this.#loadHidden([...this.#viewers.keys()].filter((user) => whose.has('everyone') || whose.has(user)))
    const created = new Set(events.filter((event) => event.type === 'project.created').map((event) => event.project_id))
    for (const [user, hidden] of loaded) this.#changeAccess(user, hidden, created)
    for (const event of events) this.#endRemoved(event)
    for (const event of events.map((row) => new LiveEvent(row))) {
      this.#position = event.row.seq
      for (const { hidden, subscriptions } of this.#viewers.values()) for (const one of subscriptions) one.offer(event, hidden)
    }
  }

  /** A project created in this same batch was never shown to anyone, so hiding it changes nothing for them. */
  #changeAccess(user: string, hidden: ReadonlySet<string>, created: ReadonlySet<string | null>): void {
    const viewer = this.#viewers.get(user)
    if (!viewer) return
    const before = viewer.hidden
    viewer.hidden = hidden
    const changed = [...hidden.symmetricDifference(before)].some((project) => before.has(project) || !created.has(project))
    for (const one of viewer.subscriptions) {
      if (one.target.project && hidden.has(one.target.project)) one.endUnseen()
      else if (changed) one.resync('access_changed')
    }
  }

  /** A user who left the organization gets no more events, even before the socket is closed. */
  #endRemoved(event: EventRow): void {
    if (event.type === 'member.removed') this.#endAll((one) => one.target.user === event.subject_id)
  }

  #endAll(which: (subscription: Follow) => boolean): void {
    for (const { subscriptions } of this.#viewers.values()) for (const one of subscriptions) if (which(one)) one.endUnseen()
  }

  async #startAfresh(head: number): Promise<void> {
    const loaded = await this.#loadHidden([...this.#viewers.keys()])
    this.#position = head
    for (const [user, hidden] of loaded) {
      const viewer = this.#viewers.get(user)
      if (viewer) viewer.hidden = hidden
      for (const one of viewer?.subscriptions ?? []) one.resync('cursor_lost', head)
    }
  }

  async #loadHidden(users: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
    const loaded = new Map<string, ReadonlySet<string>>()
    const waiting = users.values()
    const load = async () => {
      for (const user of waiting) loaded.set(user, await hiddenProjectsOf(this.#database, this.#org, user))
    }
    await Promise.all(Array.from({ length: loadsAtOnce }, load))
    return loaded
  }
}

const concerns = (event: EventRow, user: string): boolean => {
  const whose = accessChangedFor(event)
  return whose === 'everyone' || whose === user
}
