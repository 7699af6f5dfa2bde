import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from '../../harness/databases.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { call, clients, result, streamableClient, type McpClient } from '../clients.ts'
import { waitFor } from '../../harness/wait.ts'
import { addPatientNode } from '../../harness/locks.ts'

let baton: Baton
let ann: Person
let token: string
let url: string
beforeAll(async () => {
  baton = await startBaton()
  url = (await addPatientNode(baton)).address
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  token = (await ann.mcpToken()).token
})
afterAll(() => baton.close())

interface Step {
  progress: number
  total?: number
  message?: string
}

const seat = () => ({ url, token })
const stepsOf = async (client: McpClient, name: string, input: Record<string, unknown>): Promise<Step[]> => {
  const steps: Step[] = []
  await client.callWith({ name, arguments: input }, { onprogress: (step) => void steps.push(step) })
  return steps
}

test.each(Object.entries(clients))('%s hears how far a long call is, in steps that only grow', async (_, connect) => {
  const client = await connect(seat())
  const steps = await stepsOf(client, 'generate_agents_md', { project: 'web' })
  // A client drops its listener when the answer arrives, so it may miss the last steps if everything arrives at once.
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.map(({ progress }) => progress)).toEqual([0, 1, 2, 3, 4, 5, 6].slice(0, steps.length))
  expect(steps.every(({ total, message }) => total === 6 && message)).toBe(true)
  await client.close()
})

test('searching, resuming and clearing say how far they are', async () => {
  const client = await streamableClient(seat())
  await result(client, 'store_memory', { content: 'The cache is warm', project: 'web' })
  await result(client, 'create_session', { goals: ['Work'], project: 'web' })
  expect((await stepsOf(client, 'search_memory', { query: 'cache' }))[0]).toMatchObject({ progress: 0, total: 2 })
  expect((await stepsOf(client, 'resume_session', {}))[0]).toMatchObject({ progress: 0, total: 2 })
  expect((await stepsOf(client, 'clear_memory', { project: 'web', confirm: true }))[0]).toMatchObject({ progress: 0, total: 1 })
  expect(await stepsOf(client, 'list_projects', {})).toEqual([])
  await client.close()
})

const waiting = async (): Promise<number> => {
  const [row] = await baton.look<{ count: number }>(
    "select count(*)::integer as count from pg_stat_activity where datname = current_database() and usename = 'baton_app' and wait_event_type = 'Lock'",
  )
  return row?.count ?? 0
}

const waitUntilWaiting = (count: number) => waitFor(`${count} writers that wait`, waiting, (found) => found === count)

/** Holds a lock on the task, so that writers block until they are given up. */
const whileHeld = (key: string, work: () => Promise<void>): Promise<void> =>
  admin(
    baton.servers,
    async (client) => {
      await client.query('begin')
      await client.query('select from work_items where key = $1 for update', [key])
      await work().finally(() => client.query('rollback'))
    },
    baton.database,
  )

test.each(Object.entries(clients))('what %s gives up ends at once in the database, and leaves nothing', async (kind, connect) => {
  const client = await connect(seat())
  const task = await result(client, 'create_task', { project: 'web', title: kind })
  await whileHeld(task.key, async () => {
    const giveUp = new AbortController()
    const running = client.callWith({ name: 'update_task', arguments: { task: task.key, title: 'Other', comment: 'Half' } }, {
      signal: giveUp.signal,
    } as object)
    running.catch(() => {})
    await waitUntilWaiting(1)
    giveUp.abort()
    await expect(running).rejects.toThrow()
    await waitUntilWaiting(0)
  })
  const after = await result(client, 'get_task', { task: task.key })
  expect(after).toMatchObject({ title: kind, version: 1, comments: { total: 0 } })
  // Its database connection is still usable.
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(client, 'update_task', { task: task.key, priority: 'high' })))
  expect(answers.filter(({ isError }) => isError)).toEqual([])
  await client.close()
})

test('a client that hangs up has given up', async () => {
  const client = await streamableClient(seat())
  const { key } = await result(client, 'create_task', { project: 'web', title: 'Hung up' })
  await whileHeld(key, async () => {
    const gone = new AbortController()
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'update_task', arguments: { task: key, title: 'Other' } } }
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      authorization: `Bearer ${token}`,
    }
    const sent = fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body), signal: gone.signal })
    sent.catch(() => {})
    await waitUntilWaiting(1)
    gone.abort()
    await waitUntilWaiting(0)
  })
  expect(await result(client, 'get_task', { task: key })).toMatchObject({ title: 'Hung up', version: 1 })
  await client.close()
})

test('nobody gives up a call of somebody else’s', async () => {
  const client = await streamableClient(seat())
  const { key } = await result(client, 'create_task', { project: 'web', title: 'Mine' })
  const stranger = await baton.person('stranger')
  const other = (await stranger.mcpToken()).token
  const post = (bearer: string, session: string, message: object) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        'mcp-session-id': session,
        authorization: `Bearer ${bearer}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
  await whileHeld(key, async () => {
    const params = { name: 'update_task', arguments: { task: key, title: 'Changed' } }
    const running = post(token, 'one.dGVzdGVy.', { id: 'x', method: 'tools/call', params })
    await waitUntilWaiting(1)
    await post(other, 'one.dGVzdGVy.', { method: 'notifications/cancelled', params: { requestId: 'x' } })
    // Handled after it, by the same node.
    await post(other, 'one.dGVzdGVy.', { id: 'y', method: 'tools/list' })
    expect(await waiting()).toBe(1)
    await post(token, 'one.dGVzdGVy.', { method: 'notifications/cancelled', params: { requestId: 'x' } })
    await waitUntilWaiting(0)
    await running
  })
  await client.close()
})
