import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The headers that the SDK reads. The credential is not one of them: the caller has already been authenticated. */
const wanted = (name: string): boolean =>
  name === 'accept' || name === 'content-type' || name === 'last-event-id' || name.startsWith('mcp-')

/**
 * Converts Node's request to the SDK's. The body is already parsed, so it isn't copied again, and a JSON response is sent in one piece:
 * the SDK's own adapter does neither, which costs about a tenth of a call.
 */
export function webRequest(request: IncomingMessage, signal?: AbortSignal): Request {
  const headers = headersOf(request.headers)
  return new Request(`http://localhost${request.url ?? '/'}`, { method: request.method ?? 'GET', headers, ...(signal && { signal }) })
}

/** Aborts if the client disconnects before its response was sent. */
export function goneFrom(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => void (response.writableFinished || gone.abort()))
  return gone.signal
}

function headersOf(given: IncomingHttpHeaders): [string, string][] {
  const kept: [string, string][] = []
  for (const name in given) {
    const value = given[name]
    if (value !== undefined && wanted(name)) kept.push([name, Array.isArray(value) ? value.join(', ') : value])
  }
  return kept
}

export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.statusCode = answer.status
  if (answer.body && answer.headers.get('content-type') === 'text/event-stream') {
    // A client that disconnects ends the stream early, which is not an error.
    await pipeline(Readable.fromWeb(answer.body), response).catch(() => {})
    return
  }
  const text = await answer.text()
  response.setHeader('content-length', Buffer.byteLength(text))
  response.end(text)
}

/** Only we can end a response that we have taken over; without this its client would wait forever. */
export function breakOff(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  const error = { code: -32603, message: 'Something went wrong here. Try again; if it stays, tell who runs this Baton.' }
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
}
