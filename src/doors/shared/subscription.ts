import { visibleTo, type EventRow } from '../../capabilities/log/read-log.ts'
import type { UnloggedChange } from '../../kernel/events.ts'
import type { AgentCalls } from '../../platform/agent-calls.ts'
import type { LiveEvent } from './live-event.ts'

/** Where a subscription's frames go. */
export interface Outlet {
  /** So much is queued for sending that a replay should pause. */
  readonly congested: boolean
  send(frame: string | Buffer): void
  flushed(): Promise<void>
}

export type Topic = 'organization' | 'project' | 'feature' | 'session' | 'user'

interface Target {
  id: string
  to: Topic
  /** The organization whose log it follows, as which user, and limited to which project; for a feature or session, the project it is in. */
  org: string
  user: string
  project: string | null
  /** The feature or session it is about. */
  subject: string | null
}

/** Which subscriptions are told of a change: tool calls and the output of runs concern the organization, tokens only their user. */
const watchedBy: Readonly<Record<string, readonly Topic[]>> = {
  'tool_calls.recorded': ['organization'],
  'tokens.used': ['user'],
  'runs.output': ['organization'],
  'presence.changed': ['organization', 'project', 'feature'],
} satisfies Record<UnloggedChange, readonly Topic[]>

/** The events after which there is nothing more to tell about what was subscribed to. */
const endedBy: Readonly<Partial<Record<Topic, string>>> = { project: 'project.deleted', feature: 'feature.deleted' }

/** One client's cursor in one log. */
export class Subscription {
  readonly target: Target
  readonly outlet: Outlet
  readonly #id: string
  readonly #onEnd: () => void
  /** How far this subscription has read, and how far its client knows. */
  cursor = 0
  #told = 0
  ended = false

  constructor(target: Target, outlet: Outlet, onEnd: () => void) {
    this.target = target
    this.outlet = outlet
    this.#id = JSON.stringify(target.id)
    this.#onEnd = onEnd
  }

  start(at: number): void {
    this.cursor = this.#told = at
    this.#send(`{"subscribed":${this.#id},"at":${at}}`)
  }

  /** Sends the event if it concerns this subscriber and is visible to them; one at or before the cursor is not sent twice. */
  offer(event: LiveEvent, hiddenProjects: ReadonlySet<string>): void {
    const { row } = event
    if (this.ended || row.seq <= this.cursor) return
    this.cursor = row.seq
    const { to, user } = this.target
    if (!this.#concerns(row) || !visibleTo(user, hiddenProjects, row)) return
    this.outlet.send(event.frame(this.#id, this.#told))
    this.#told = row.seq
    if (row.type === endedBy[to]) this.endUnseen()
  }

  #concerns(row: EventRow): boolean {
    const { to, user, project, subject } = this.target
    if (to === 'project') return row.project_id === project
    if (to === 'user') return row.owner_id === user
    return subject === null || row.subject_id === subject || aboutIn(row.data) === subject
  }

  /** Moves the client's cursor past events that were not for it. */
  tellCursor(): void {
    if (this.#told === this.cursor) return
    this.#told = this.cursor
    this.#send(`{"id":${this.#id},"at":${this.cursor}}`)
  }

  /** Says only that something changed: who may see what is decided when the client reads. It is not logged, so a lost one is not repeated. */
  tellChange(change: string, calls?: readonly AgentCalls[], hiddenProjects?: ReadonlySet<string>): void {
    if (!watchedBy[change]?.includes(this.target.to)) return
    const { user } = this.target
    const sees = ({ project_id, owner_id }: AgentCalls) =>
      project_id === null || owner_id === user || (hiddenProjects !== undefined && !hiddenProjects.has(project_id))
    const seen = calls?.filter(sees).map(({ project_id: _, owner_id: __, ...call }) => call)
    if (seen?.length === 0) return
    this.#send(`{"id":${this.#id},"changed":"${change}"${seen ? `,"calls":${JSON.stringify(seen)}` : ''}}`)
  }

  /** The client has to read its state again; the stream continues from `at`. */
  resync(reason: 'cursor_lost' | 'access_changed', at = this.cursor): void {
    this.cursor = this.#told = at
    this.#send(`{"id":${this.#id},"resync":"${reason}","at":${at}}`)
  }

  /** The client may no longer see what it subscribed to, or never could. */
  endUnseen(): void {
    this.#send(`{"id":${this.#id},"ended":"not_found"}`)
    this.end()
  }

  end(): void {
    if (this.ended) return
    this.ended = true
    this.#onEnd()
  }

  #send(frame: string): void {
    if (!this.ended) this.outlet.send(frame)
  }
}

/** The feature or session that an event with another subject, such as a hint or a comment, is about. */
function aboutIn(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return undefined
  const { feature, agent_session, hint } = data as Record<string, { id?: unknown; session_id?: unknown } | undefined>
  return feature?.id ?? agent_session?.id ?? hint?.session_id
}
