import { BatonError } from '@baton/client'
import { clientFor } from '../client.ts'
import { createStore } from '../store.ts'
import { connection } from './connection.ts'
import type { ToolCalls } from './patch-agents.ts'
import { followFrom, reached, type Log } from './positions.ts'

/** One entry of the log, as sent over the WebSocket. */
export interface LiveEvent {
  seq: number
  at: string
  type: string
  actor: { user_id: string | null; agent_id: string | null; credential: string; door: string }
  project_id: string | null
  subject_id: string | null
  data: Record<string, unknown>
}

type Frame =
  | { id: Log; seq: number; after: number; event: LiveEvent }
  | { id: Log; at: number; resync?: string }
  | { id: Log; ended: string }
  | { id: Log; changed: string; calls?: ToolCalls[] }
  | { subscribed: Log; at: number }
  | { error: { code: string; detail: string } }
  | { pong: number }

export interface Listener {
  event(event: LiveEvent, log: Log): Promise<void>
  /** Something that is not in the log has changed, or may have changed while disconnected. */
  changed(change: string, told: 'now' | 'on return', calls?: readonly ToolCalls[]): void
  /** Events may have been missed: everything read so far may be stale. */
  resync(): void
}

/** What this tab shows, sent as presence to others who look at the same. */
export const place = createStore<{ project?: string; feature?: string; item?: string }>({})

const longestWait = 15_000
const pingEvery = 20_000
const subscriptions: readonly Log[] = ['organization', 'user']
/** With more missed events than this, refetching is cheaper than replaying them. */
const mostEvents = 500

/** Follows the logs of an organization and of the user until closed; reconnects and resumes at its cursors. */
export function follow(organization: string, listener: Listener): () => void {
  let socket: WebSocket | undefined
  // Starts at the position of the first answers, or where an earlier visit ended.
  const cursors: Partial<Record<Log, number>> = followFrom(organization)
  const told = new Set<string>()
  let settled: Promise<unknown> = Promise.resolve()
  // The stored position must not get ahead of events that are still being applied.
  const moveTo = (log: Log, at: number, done?: Promise<void>) => {
    cursors[log] = at
    settled = Promise.all([settled, done]).then(() => reached(organization, log, at))
  }
  const subscribed = new Set<Log>()
  let closed = false
  let connecting = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  let heard = 0
  let missed = false
  /** The last socket closed before it opened: refused, or on its way through a proxy that knows no sockets. A browser is not told which. */
  let unopened = false

  const tellPlace = () => socket?.readyState === 1 && socket.send(JSON.stringify({ present: place.get() }))
  const again = () => {
    clearInterval(beat)
    if (closed) return
    connection.set(navigator.onLine ? 'connecting' : 'offline')
    clearTimeout(timer)
    timer = setTimeout(connect, Math.min(longestWait, 250 * 2 ** attempt++) * (0.5 + Math.random() / 2))
  }
  const receive = (frame: Frame) => {
    if ('event' in frame) {
      moveTo(frame.id, frame.seq, listener.event(frame.event, frame.id))
    } else if ('changed' in frame) {
      // The first frame of each kind comes with the subscription, whether anything changed or not.
      const isNews = told.has(`${frame.id} ${frame.changed}`)
      told.add(`${frame.id} ${frame.changed}`)
      listener.changed(frame.changed, isNews || frame.calls ? 'now' : 'on return', frame.calls)
    } else if ('subscribed' in frame) {
      const first = cursors[frame.subscribed] === undefined
      moveTo(frame.subscribed, cursors[frame.subscribed] ?? frame.at)
      subscribed.add(frame.subscribed)
      missed ||= first
      if (subscribed.size < subscriptions.length) return
      attempt = 0
      connection.set('live')
      // A subscription without a cursor does not include what happened between the first reads and now.
      if (missed) listener.resync()
      missed = false
    } else if ('error' in frame || 'ended' in frame) {
      // No longer a member, or a cursor the server does not know: drop the cursors and start over, if that is still possible.
      for (const one of subscriptions) delete cursors[one]
      listener.resync()
      socket?.close()
    } else if ('at' in frame) {
      moveTo(frame.id, frame.at)
      if (frame.resync) listener.resync()
    }
  }
  async function connect(): Promise<void> {
    // An `online` event while a ticket is being fetched must not open a second socket, which nobody would close.
    if (connecting) return
    connecting = true
    try {
      // A ticket is of the user; only the organization says whether one is still a member.
      if (unopened) await clientFor(organization).getOrganization({ organization })
      const { ticket } = await clientFor(organization).createWsTicket({})
      if (closed) return
      const address = new URL(
        `/api/ws?token=${encodeURIComponent(ticket)}&organization=${encodeURIComponent(organization)}`,
        location.origin,
      )
      address.protocol = address.protocol.replace('http', 'ws')
      socket = new WebSocket(address)
      unopened = true
      socket.onopen = () => {
        unopened = false
        heard = Date.now()
        subscribed.clear()
        tellPlace()
        for (const to of subscriptions) {
          const after = cursors[to]
          socket?.send(JSON.stringify({ subscribe: { id: to, to, ...(after !== undefined && { after, most: mostEvents }) } }))
        }
        // A connection can die without a close event, for example when a laptop sleeps.
        beat = setInterval(() => {
          if (Date.now() - heard > 2.5 * pingEvery) socket?.close()
          else socket?.send(JSON.stringify({ ping: Date.now() }))
        }, pingEvery)
      }
      socket.onmessage = ({ data }) => {
        heard = Date.now()
        receive(JSON.parse(String(data)) as Frame)
      }
      socket.onclose = again
    } catch (error) {
      // Refused rather than unreachable, so retrying is pointless. Refetching makes the pages show the reason.
      if (error instanceof BatonError && error.status < 500 && error.status !== 429) listener.resync()
      else again()
    } finally {
      connecting = false
    }
  }
  const online = () => {
    attempt = 0
    clearTimeout(timer)
    if (!socket || socket.readyState > WebSocket.OPEN) void connect()
  }
  const offline = () => {
    connection.set('offline')
    socket?.close()
  }
  const silent = place.subscribe(tellPlace)
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  void connect()
  return () => {
    closed = true
    silent()
    clearTimeout(timer)
    clearInterval(beat)
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
    socket?.close()
  }
}
