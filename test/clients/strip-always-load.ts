import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy for Baton that removes the hint to always load some tools, so that every tool has to be found by search. */
export async function withoutLoaded(url: string): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
    const answer = await fetch(url + request.url, { method: request.method ?? 'GET', headers, ...(body.length > 0 && { body }) })
    const text = (await answer.text()).replaceAll(/"anthropic\/alwaysLoad":true,?/g, '')
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, type ? { 'content-type': type } : {}).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
