import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { SseTransport } from '../../../src/doors/mcp/sse/sse-transport.ts'

afterEach(() => vi.useRealTimers())

test('a silent stream says that it lives every fifteen seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const server = createServer((_request, response) => void new SseTransport(response, 'one', '/here').start())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString()
  })().catch(() => {})
  await vi.waitFor(() => expect(text).toBe('event: endpoint\ndata: /here\n\n'))
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(() => expect(text.match(/^: keep-alive$/gm)).toHaveLength(2))
  server.closeAllConnections()
  server.close()
  await reading
})
