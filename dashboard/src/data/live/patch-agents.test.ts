import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const listAgentsAtWork = vi.fn<(input: { among: string[] }) => Promise<unknown>>()
vi.mock('../device.ts', () => ({ answersKept: 'answers', set: async () => {}, del: async () => {}, entries: async () => [] }))
vi.mock('../client.ts', () => ({ account: {}, clientFor: () => ({ listAgentsAtWork }), optionsFor: () => ({}) }))

let patches: typeof import('./patch-agents.ts')
beforeEach(async () => {
  const { standInForBrowser } = await import('../browser-stand-in.ts')
  standInForBrowser()
  vi.resetModules()
  listAgentsAtWork.mockReset().mockResolvedValue({ items: [], calls: [0], at: new Date().toISOString() })
  patches = await import('./patch-agents.ts')
  const { queries, readKey } = await import('../reads.ts')
  queries.setQueryData(readKey('acme', 'listAgentsAtWork', {}), { items: [], calls: [0], at: new Date().toISOString() })
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const calls = (...agents: string[]) =>
  patches.patchCalls(
    'acme',
    agents.map((agent_id) => ({ agent_id, tool: 'get_task', ok: true, at: new Date().toISOString(), calls: 1 })),
  )
const asked = () => listAgentsAtWork.mock.calls.flatMap(([{ among }]) => among)

test('of more agents than one request takes, all are read', async () => {
  const agents = Array.from({ length: 230 }, (_, nth) => `agent ${nth}`)
  calls(...agents)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(listAgentsAtWork).toHaveBeenCalledTimes(3)
  expect(asked()).toEqual(agents)
})

test('agents that could not be read are read with the next ones', async () => {
  listAgentsAtWork.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  calls('nova')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(listAgentsAtWork).toHaveBeenCalledTimes(1)
  calls('iris')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toEqual(['nova', 'nova', 'iris'])
})
