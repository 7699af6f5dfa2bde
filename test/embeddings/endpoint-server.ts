import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Request {
  authorization: string | undefined
  model: string
  input: string[]
  dimensions?: number
}
type Odd = (response: ServerResponse, request: Request) => void

/** An OpenAI-compatible endpoint: letter counts as five-dimensional vectors; `odd` responses are used up first, one per request. */
export async function startEndpoint() {
  const requests: Request[] = []
  const odd: Odd[] = []
  const server = createServer(async (incoming, response) => {
    const request = await parse(incoming)
    requests.push(request)
    const other = odd.shift()
    if (other) return other(response, request)
    if (incoming.url !== '/v1/embeddings' || incoming.method !== 'POST') return void response.writeHead(404).end()
    if (request.authorization !== 'Bearer sk-secret-key') return void response.writeHead(401).end('{"error":"sk-secret-key"}')
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    odd,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function parse(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return {
    authorization: incoming.headers.authorization,
    ...(JSON.parse(Buffer.concat(parts).toString()) as Omit<Request, 'authorization'>),
  }
}

/** Returned in reverse order, because `index` alone says which text a vector belongs to. */
export function answer(response: ServerResponse, { input, dimensions = 5 }: Request): void {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: letters(text).slice(0, dimensions) }))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data: data.toReversed() }))
}

export const letters = (text: string): number[] => [1, ...['a', 'b', 'c', 'd'].map((letter) => text.split(letter).length - 1)]

export const status =
  (code: number, headers: Record<string, string> = {}): Odd =>
  (response, { authorization }) =>
    void response.writeHead(code, headers).end(`{"error": "no ${authorization}"}`)
