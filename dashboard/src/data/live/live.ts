import { BatonError } from '@baton/client'
import { clientFor } from '../client.ts'
import { createStore } from '../store.ts'
import { connection } from './connection.ts'
import type { ToolCalls } from './patch-agents.ts'
import { followFrom, reached, type Log } from './positions.ts'

/** One entry of the log, as the WebSocket tells it. */
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
  /** Something that is not in the log has changed, or may have while nobody listened. */
  changed(change: string, told: 'now' | 'on return', calls?: readonly ToolCalls[]): void
  /** What was read may be old: read it again. */
  resync(): void
}

/** Which project or feature this tab shows, for those who look at the same. */
export const place = createStore<{ project?: string; feature?: string; item?: string }>({})

const longestWait = 15_000
const pingEvery = 20_000
const subscriptions: readonly Log[] = ['organization', 'user']
/** Of more events than this at once, reading again is less. */
const mostEvents = 500

/** Follows the log of one organization, and the user's own, until it is closed; connects again from where it was. */
export function follow(organization: string, listener: Listener): () => void {
  let socket: WebSocket | undefined
  // From where the first answers were made, or from where an earlier visit ended.
  const cursors: Partial<Record<Log, number>> = followFrom(organization)
  const told = new Set<string>()
  let settled: Promise<unknown> = Promise.resolve()
  // What is kept of this place must not be ahead of what the events have done.
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
      // The first of each comes with the subscription, whether there was a change or not.
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
      // What happened between the first reads and this moment is not in the stream.
      if (missed) listener.resync()
      missed = false
    } else if ('error' in frame || 'ended' in frame) {
      // Not a member any more, or a place in the log that the server does not know: from the start, as far as there is one.
      for (const one of subscriptions) delete cursors[one]
      listener.resync()
      socket?.close()
    } else if ('at' in frame) {
      moveTo(frame.id, frame.at)
      if (frame.resync) listener.resync()
    }
  }
  async function connect(): Promise<void> {
    // Coming online while a ticket is on its way must not open a second socket, which nobody would close.
    if (connecting) return
    connecting = true
    try {
      const { ticket } = await clientFor(organization).createWsTicket({})
      if (closed) return
      const address = new URL(
        `/api/ws?token=${encodeURIComponent(ticket)}&organization=${encodeURIComponent(organization)}`,
        location.origin,
      )
      address.protocol = address.protocol.replace('http', 'ws')
      socket = new WebSocket(address)
      socket.onopen = () => {
        heard = Date.now()
        subscribed.clear()
        tellPlace()
        for (const to of subscriptions) {
          const after = cursors[to]
          socket?.send(JSON.stringify({ subscribe: { id: to, to, ...(after !== undefined && { after, most: mostEvents }) } }))
        }
        // A connection can end without a word, when a laptop sleeps for example.
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
      // Refused, not unreachable: asking again changes nothing. What was read says why, once it is read again.
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
