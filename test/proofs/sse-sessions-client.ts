import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

type Message = { id?: number; method?: string; params?: any; result?: any; error?: unknown }

/** Only ends what hangs. */
const patience = 120_000
const posts = new Agent({ keepAlive: true, maxSockets: 100 })

/** A minimal SSE client, so that a thousand of them fit into one process: one stream, messages by POST. */
export class SseSession {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #waiting = new Map<number, (message: Message) => void>()
  #stream: IncomingMessage | undefined
  #endpoint = ''
  #last = 0
  /** The URIs of the updates received. */
  readonly updates: string[] = []
  /** Unsolicited or repeated answers. */
  strays = 0
  breaks = 0
  /** How often the server asked to come again. */
  busy = 0

  constructor(url: string, token: string) {
    this.#url = url
    this.#headers = { authorization: `Bearer ${token}` }
  }

  /** The node that holds the stream. */
  get node(): string {
    return new URL(this.#endpoint, this.#url).searchParams.get('node') ?? ''
  }

  /** Opens a stream, initializes the session, and subscribes to `uri`. */
  async open(uri: string): Promise<void> {
    this.#endpoint = await this.#listen()
    const clientInfo = { name: 'proof-session', version: '1.0.0' }
    await this.ask('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo })
    await this.#post({ method: 'notifications/initialized' })
    await this.ask('resources/subscribe', { uri })
  }

  /** Asks again when it is told that the database is busy, as a client would. */
  async ask(method: string, params: object): Promise<any> {
    for (let tries = 1; ; tries++) {
      const { result, error } = await this.#askOnce(method, params)
      if (!error && !result?.isError) return result
      const told = JSON.stringify(error ?? result.content)
      if (tries === 200 || !told.includes('unavailable: ')) throw new Error(`${method}: ${told}`)
      this.busy++
      await pause(250)
    }
  }

  async #askOnce(method: string, params: object): Promise<Message> {
    const id = ++this.#last
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve))
    await this.#post({ id, method, params })
    const late = pause(patience, undefined, { ref: false }).then(() => Promise.reject(new Error(`no answer to ${method}`)))
    return Promise.race([answer, late])
  }

  close(): void {
    this.#stream?.destroy()
  }

  #listen(left = 200): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}/mcp/sse`, { headers: this.#headers, agent: false }, (stream) => {
        if (stream.statusCode === 503 && left > 0) {
          stream.resume()
          this.busy++
          return void pause(250).then(() => this.#listen(left - 1).then(resolve, reject))
        }
        if (stream.statusCode !== 200) return reject(new Error(`the stream was answered ${stream.statusCode}`))
        this.#stream = stream
        let text = ''
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          const parts = (text + chunk).split('\n\n')
          text = parts.pop() ?? ''
          for (const part of parts) this.#take(part, resolve)
        })
        stream.on('error', () => {})
        stream.on('close', () => this.breaks++)
      })
      sent.on('error', reject).end()
    })
  }

  #take(part: string, opened: (endpoint: string) => void): void {
    const [event, data] = ['event', 'data'].map((name) => part.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1])
    if (event === 'endpoint') return opened(data ?? '')
    if (event !== 'message') return
    const message = JSON.parse(data ?? '') as Message
    if (message.method === 'notifications/resources/updated') this.updates.push(message.params.uri)
    if (message.id === undefined) return
    const waiting = this.#waiting.get(message.id)
    if (!waiting) this.strays++
    this.#waiting.delete(message.id)
    waiting?.(message)
  }

  /** A load balancer that has just lost a node answers 502 for requests in flight, so the same message is sent again. */
  async #post(message: Message): Promise<void> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    for (let tries = 1; ; tries++) {
      const status = await this.#send(body).catch(() => 0)
      if (status === 202) return
      // A busy server says 503 for as long as it is; anything else that goes on is a fault.
      if (tries >= (status === 503 ? 200 : 5) || (status !== 0 && status < 502)) throw new Error(`a message was answered ${status}`)
      await pause(200)
    }
  }

  #send(body: string): Promise<number> {
    const headers = { ...this.#headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const sent = request(new URL(this.#endpoint, this.#url), { method: 'POST', headers, agent: posts }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.on('error', reject).end(body)
    })
  }
}
