import { BatonError } from '@baton/client'
import { expect, test, vi } from 'vitest'

const createWsTicket = vi.fn<() => Promise<{ ticket: string }>>()
vi.mock('../device.ts', () => ({ answersKept: 'answers', set: async () => {}, del: async () => {}, entries: async () => [] }))
const getOrganization = vi.fn<() => Promise<object>>()
vi.mock('../client.ts', () => ({ clientFor: () => ({ createWsTicket, getOrganization }) }))

test('a member who is removed before the socket has opened is told, and asks no more', async () => {
  const { standInForBrowser } = await import('../browser-stand-in.ts')
  standInForBrowser()
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} })
  vi.useFakeTimers()
  class Refused {
    onclose = () => {}
    constructor() {
      queueMicrotask(() => this.onclose())
    }
    close() {}
  }
  vi.stubGlobal('WebSocket', Refused)
  createWsTicket.mockReset().mockResolvedValue({ ticket: 'one' })
  getOrganization.mockRejectedValue(await BatonError.from(new Response('{"code":"not_found"}', { status: 404 })))
  const resync = vi.fn<() => void>()
  const { follow } = await import('./live.ts')
  const stop = follow('acme', { event: async () => {}, changed() {}, resync })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([createWsTicket.mock.calls.length, getOrganization.mock.calls.length, resync.mock.calls.length]).toEqual([1, 1, 1])
  stop()
  vi.useRealTimers()
})

test('coming online while a ticket is on its way opens one socket, and it is closed with the page', async () => {
  const { standInForBrowser } = await import('../browser-stand-in.ts')
  standInForBrowser()
  const listeners = new Map<string, () => void>()
  vi.stubGlobal('window', { addEventListener: (type: string, listen: () => void) => listeners.set(type, listen), removeEventListener() {} })
  const open = new Set<object>()
  class Socket {
    static OPEN = 1
    readyState = 1
    constructor() {
      open.add(this)
    }
    send() {}
    close() {
      open.delete(this)
    }
  }
  vi.stubGlobal('WebSocket', Socket)
  let give: (answer: { ticket: string }) => void = () => {}
  createWsTicket.mockImplementation(() => new Promise((resolve) => (give = resolve)))
  const { follow } = await import('./live.ts')
  const stop = follow('acme', { event: async () => {}, changed() {}, resync() {} })
  listeners.get('online')?.()
  expect(createWsTicket).toHaveBeenCalledTimes(1)
  give({ ticket: 'one' })
  await vi.waitFor(() => expect(open.size).toBe(1))
  stop()
  expect(open.size).toBe(0)
})
