import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('./device.ts', () => ({
  answersKept: 'answers',
  tasksKept: 'tasks',
  set: async () => {},
  del: async () => {},
  entries: async () => [],
}))
vi.mock('./client.ts', () => ({ account: {}, clientFor: () => ({}), optionsFor: () => ({}) }))

let reads: typeof import('./reads.ts')
const asked = vi.fn<(whom: string) => void>()

beforeEach(async () => {
  const { standInForBrowser } = await import('./browser-stand-in.ts')
  standInForBrowser()
  vi.resetModules()
  asked.mockReset()
  reads = await import('./reads.ts')
})

/** Observes a read as a component would; the returned function tells whether it is stale. */
async function show(organization: string, name: 'getLastCalls' | 'listTasks', input: object, watch: boolean): Promise<() => boolean> {
  const queryKey = reads.readKey(organization, name, input)
  const queryFn = async () => (asked(queryKey.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' ')), 1)
  const observer = new QueryObserver(reads.queries, { queryKey, queryFn, meta: { watch } })
  observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  return () => observer.getCurrentQuery().isStale()
}

test('what changes with every tool call is read again only where somebody watches it, and is stale elsewhere', async () => {
  const sidebar = await show('acme', 'getLastCalls', {}, false)
  await show('acme', 'getLastCalls', { agent: 'nova' }, true)
  const tasks = await show('acme', 'listTasks', {}, true)
  const other = await show('globex', 'getLastCalls', {}, true)
  asked.mockReset()
  reads.readWatchedAgain('acme', new Set(['getLastCalls']))
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  expect(asked.mock.calls).toEqual([['acme getLastCalls {"agent":"nova"}']])
  expect([sidebar(), tasks(), other()]).toEqual([true, false, false])
  // A page that watches the same read opens beside the sidebar: its first data is stale, so it refetches.
  await show('acme', 'getLastCalls', {}, true)
  expect(asked.mock.calls.at(-1)).toEqual(['acme getLastCalls {}'])
})
