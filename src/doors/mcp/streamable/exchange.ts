import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What the SDK looks at. The credential is not among it: who calls has been decided before. */
const wanted = (name: string): boolean =>
  name === 'accept' || name === 'content-type' || name === 'last-event-id' || name.startsWith('mcp-')

/**
 * Between Node's request and the SDK's. The body has been read and parsed, so it does not travel again, and a JSON answer is
 * sent in one piece: the SDK's own adapter does neither, which costs about a tenth of a call.
 */
export function webRequest(request: IncomingMessage, signal?: AbortSignal): Request {
  const headers = headersOf(request.headers)
  return new Request(`http://localhost${request.url ?? '/'}`, { method: request.method ?? 'GET', headers, ...(signal && { signal }) })
}

/** Aborts when the client has gone before its answer was sent. */
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
    // A client that leaves ends the stream early, which is no fault.
    await pipeline(Readable.fromWeb(answer.body), response).catch(() => {})
    return
  }
  const text = await answer.text()
  response.setHeader('content-length', Buffer.byteLength(text))
  response.end(text)
}

/** Nobody but us can end a response we have taken over: without this its client would wait for ever. */
export function breakOff(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  const error = { code: -32603, message: 'Something went wrong here. Try again; if it stays, tell who runs this Baton.' }
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
}
