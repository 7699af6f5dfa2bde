import { expect, test, vi } from 'vitest'

const createWsTicket = vi.fn<() => Promise<{ ticket: string }>>()
vi.mock('../device.ts', () => ({ answersKept: 'answers', set: async () => {}, del: async () => {}, entries: async () => [] }))
vi.mock('../client.ts', () => ({ clientFor: () => ({ createWsTicket }) }))

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
