interface ServerEvent {
  event: string
  data: string
}

/** A bare HTTP+SSE session, for tests that inspect the wire format. */
export interface SseStream {
  status: number
  headers: Headers
  /** The next event, or null once the server has ended the stream. */
  next(): Promise<ServerEvent | null>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  abort(): void
}

export async function openSse(url: string, token: string): Promise<SseStream> {
  const controller = new AbortController()
  const response = await fetch(`${url}/mcp/sse`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: controller.signal,
  })
  const events: ServerEvent[] = []
  let wake = () => {}
  let over = false
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const parts = (text + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const field = (name: string) =>
          part
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2)
        const [event, data] = [field('event'), field('data')]
        if (event !== undefined && data !== undefined) events.push({ event, data })
      }
      wake()
    }
  }
  const ended = read()
    .catch(() => {})
    .then(() => {
      over = true
      wake()
    })
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      while (events.length === 0 && !over) await new Promise<void>((resolve) => (wake = resolve))
      return events.shift() ?? null
    },
    ended,
    abort: () => controller.abort(),
  }
}
