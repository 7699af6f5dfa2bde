import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Only ends what hangs: how long answers take is for the proofs to judge. */
const patience = 120_000

/** An agent's SSE client that reconnects when its stream breaks or an answer doesn't come, and repeats the call with the same key. */
export class AgentClient {
  readonly #url: string
  readonly #token: string
  #client: Client | undefined
  reconnects = -1
  /** Calls that the server refused for being busy, and that were repeated. */
  busy = 0

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  async connect(): Promise<Client> {
    if (this.#client) return this.#client
    const headers = { authorization: `Bearer ${this.#token}` }
    const init = {
      eventSourceInit: {
        fetch: (url: string | URL, options?: object) => fetch(url, { ...options, headers: { ...headers, accept: 'text/event-stream' } }),
      },
    }
    const transport = new SSEClientTransport(new URL(`${this.#url}/mcp/sse`), { requestInit: { headers }, ...init })
    const client = new Client({ name: 'proof-agent', version: '1.0.0' })
    client.onerror = () => void this.#drop(client)
    client.onclose = () => void this.#drop(client)
    await client.connect(transport, { timeout: patience })
    this.reconnects++
    this.#client = client
    return client
  }

  /**
   * Retries until it gets an answer; an error from the server counts as one, unless it asks to come again. An answer lost with a killed node never
   * comes: `firstWait` is how long the first try waits, and each waits longer than the last, because a busy machine needs longer.
   */
  async call(
    name: string,
    args: Record<string, unknown>,
    firstWait = patience,
  ): Promise<{ result: Record<string, any>; isError: boolean }> {
    const until = Date.now() + patience
    for (let timeout = firstWait; ; timeout = Math.min(timeout * 2, patience)) {
      try {
        const client = await this.connect()
        const answer = await client.callTool({ name, arguments: args }, undefined, { timeout })
        const result = (answer.structuredContent ?? { content: answer.content }) as Record<string, any>
        const isBusy = answer.isError && JSON.stringify(result).includes('unavailable: ')
        if (!isBusy || Date.now() > until) return { result, isError: Boolean(answer.isError) }
        this.busy++
        await sleep(100)
      } catch (error) {
        if (Date.now() > until) throw error
        if (String(error).includes('unavailable')) this.busy++
        await this.#drop(this.#client)
        await sleep(100)
      }
    }
  }

  async #drop(client: Client | undefined): Promise<void> {
    if (client !== this.#client) return
    this.#client = undefined
    await client?.close().catch(() => {})
  }

  close(): Promise<void> {
    return this.#drop(this.#client)
  }
}
