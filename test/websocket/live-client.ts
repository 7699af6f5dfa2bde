import { once } from 'node:events'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { WebSocket } from 'ws'
import { asyncApi } from '../../src/doors/websocket/messages.ts'
import type { Person } from '../harness/person.ts'
import { waitFor } from '../harness/wait.ts'

/** Checks every frame in every test against /api/asyncapi.json. */
const described = (() => {
  const { components } = asyncApi('test') as { components: { messages: Record<string, { payload: object }> } }
  const ajv = new Ajv2020({ strict: false })
  return Object.entries(components.messages).map(([name, { payload }]) => ({ name, fits: ajv.compile(payload) }))
})()
export const messagesFor = (frame: unknown): string[] => described.filter(({ fits }) => fits(frame)).map(({ name }) => name)

/** Any server frame; a test reads the fields it expects. */
interface ServerFrame {
  id?: string
  seq?: number
  after?: number
  at?: number
  subscribed?: string
  unsubscribed?: string
  resync?: string
  ended?: string
  changed?: string
  present?: { project_id: string | null; feature_id: string | null }
  pong?: number
  error?: { code: string; detail: string; id?: string }
  event?: { seq: number; type: string; project_id: string | null; subject_id: string | null; data: any }
}

/** A WebSocket client that keeps every frame it receives. */
export class LiveClient {
  readonly frames: ServerFrame[] = []
  readonly texts: string[] = []
  readonly undescribed: string[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  readonly socket: WebSocket
  requestId: string | undefined

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.once('upgrade', ({ headers }) => void (this.requestId = headers['x-request-id']?.toString()))
    socket.on('message', (data) => {
      this.texts.push(data.toString())
      const frame = JSON.parse(data.toString()) as ServerFrame
      this.frames.push(frame)
      if (messagesFor(frame).length === 0) this.undescribed.push(data.toString())
    })
    this.closed = new Promise((resolve) => socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })))
  }

  /** Connects with a ticket. */
  static async withTicket(url: string, ticket: string): Promise<LiveClient> {
    const client = new LiveClient(open(url, { token: ticket }))
    await once(client.socket, 'open')
    return client
  }

  /** Connects as a person, in the person's organization, to any node. */
  static async connect(person: Person, url = person.url): Promise<LiveClient> {
    const client = new LiveClient(open(url, { token: person.token, ...(person.organization && { organization: person.organization }) }))
    await once(client.socket, 'open')
    return client
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** Subscribes and waits for the answer. */
  async subscribe(request: {
    id: string
    to: string
    project?: string
    feature?: string
    session?: string
    after?: number
  }): Promise<ServerFrame> {
    this.send({ subscribe: request })
    return this.until((frame) => frame.subscribed === request.id || frame.error?.id === request.id)
  }

  /** The first matching frame, already received or still to come. */
  async until(wanted: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    const found = () => this.frames.find(wanted)
    // The value is what it shows when the frame doesn't come.
    await waitFor(
      'a frame',
      () => found() ?? this.texts.slice(-5),
      () => found() !== undefined,
    )
    return found() as ServerFrame
  }

  /** Waits until the server has sent everything it sends before the pong: frames of one socket keep their order. */
  async settle(): Promise<void> {
    const ping = Math.random()
    this.send({ ping })
    await this.until((frame) => frame.pong === ping)
  }

  events(id: string): NonNullable<ServerFrame['event']>[] {
    return this.frames.flatMap((frame) => (frame.id === id && frame.event ? [frame.event] : []))
  }

  /** The change notifications it received, which have no entry in the log. */
  changes(id: string): string[] {
    return this.frames.flatMap((frame) => (frame.id === id && frame.changed ? [frame.changed] : []))
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.closed
    if (this.undescribed.length > 0) throw new Error(`not in /api/asyncapi.json: ${this.undescribed[0]}`)
  }
}

function open(url: string, query: Record<string, string>, headers: Record<string, string> = {}): WebSocket {
  return new WebSocket(`${url.replace('http', 'ws')}/api/ws?${new URLSearchParams(query)}`, { headers })
}

/** A handshake that must be refused; returns status and body. */
export async function refusal(
  url: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: any }> {
  const socket = open(url, query, headers)
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  const body = (await response.toArray()).join('')
  socket.terminate()
  return { status: response.statusCode, body: JSON.parse(body) }
}
