import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Node } from '../../../src/main/node.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { overSse } from '../at.ts'
import { patience, waitFor } from '../../harness/wait.ts'

let baton: Baton
let other: Node
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  other = await baton.addNode()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

interface Told {
  level: string
  logger?: string
  data: any
}

/** An agent connected to one node while people act on another. */
async function agent(slug: string) {
  await ann.do('POST', '/api/agents', { name: slug, slug })
  const { token } = await ann.do('POST', '/api/settings/mcp-tokens', { name: slug, agent: slug })
  const connect = async (): Promise<{ client: Client; told: Told[] }> => {
    const client = await overSse({ url: other.address, token, name: slug })
    const told: Told[] = []
    client.setNotificationHandler('notifications/message', ({ params }) => void told.push(params as Told))
    return { client, told }
  }
  const { client, told } = await connect()
  const call = async (name: string, args: object) => {
    const answer = (await client.callTool({ name, arguments: args as Record<string, unknown> })) as any
    if (answer.isError) throw new Error(answer.content[0].text)
    return answer.structuredContent
  }
  return { client, told, call, connect }
}

const events = (told: Told[]) => told.map(({ data }) => data.event)
const claim = async (call: (name: string, args: object) => Promise<any>, minutes: number) => {
  const { key } = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Held' })
  const { lease } = await call('claim_task', { task: key, minutes })
  return { key: key as string, fence: lease.fence as string }
}

test('a stream is told that a message waits, without its words, which come with the next result', async () => {
  const { client, told, call } = await agent('listener')
  const session = await call('create_session', { goals: ['Listen'], project: 'web' })
  await ann.do('POST', `/api/sessions/${session.id}/hints`, { body: 'Use the blue paint' })
  await expect.poll(() => events(told)).toEqual(['hint.waiting'])
  expect(told[0]).toMatchObject({ level: 'notice', logger: 'baton', data: { session: session.id, count: 1 } })
  expect(JSON.stringify(told)).not.toContain('blue paint')
  const answer = await client.callTool({ name: 'checkpoint_session', arguments: { session: session.id, progress: 'Heard' } })
  expect(JSON.stringify(answer)).toContain('Use the blue paint')
  await client.close()
})

test('a stream is told of a lease that runs out soon, has run out, or was taken away, and not of one given back', async () => {
  const { client, told, call } = await agent('holder')
  const { key: taken } = await claim(call, 60)
  const given = await claim(call, 60)
  const { key: short } = await claim(call, 1)
  // Whoever is told of the last lease has seen those before it.
  await expect
    .poll(() => told)
    .toEqual([{ level: 'warning', logger: 'baton', data: expect.objectContaining({ event: 'lease.expiring', task: short }) }])
  await call('complete_task', { task: given.key, notes: 'Done', fence: given.fence })
  await ann.do('PATCH', `/api/tasks/${taken}`, { status: 'todo' })
  await expect.poll(() => events(told)).toEqual(['lease.expiring', 'lease.overridden'])
  expect(told[1]?.data).toMatchObject({ task: taken, message: expect.stringContaining('Stop working') })
  baton.clock.advance(90_000)
  await expect.poll(() => events(told), { timeout: patience }).toEqual(['lease.expiring', 'lease.overridden', 'lease.expired'])
  expect(told[2]?.data.task).toBe(short)
  await client.close()
})

test('a client that wants only what is severe is told only that', async () => {
  const { client, told, call, connect } = await agent('busy')
  await client.setLoggingLevel('alert')
  const witness = await connect()
  const session = await call('create_session', { goals: ['Work'], project: 'web' })
  await claim(call, 1)
  await ann.do('POST', `/api/sessions/${session.id}/hints`, { body: 'Hello' })
  await waitFor(
    'the other window to be told of both',
    () => events(witness.told),
    (found) => found.includes('hint.waiting') && found.includes('lease.expiring'),
  )
  expect(told).toEqual([])
  await ann.do('POST', '/api/agents/busy/stop', { reason: 'Enough' })
  await expect
    .poll(() => told)
    .toEqual([{ level: 'alert', logger: 'baton', data: { event: 'agent.stopped', agent: 'busy', reason: 'Enough' } }])
  await Promise.all([client.close(), witness.client.close()])
})
