import { ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Node } from '../../../src/main/node.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { oldOverSse, overSse, overStreamable, withoutState } from '../at.ts'
import { waitFor } from '../../harness/wait.ts'

let baton: Baton
let other: Node
let ann: Person
let bob: Person
let token: string
let bobs: string

beforeAll(async () => {
  baton = await startBaton()
  other = await baton.addNode()
  const [owner, guest] = await Promise.all([baton.person('ann'), baton.person('bob')])
  ann = await owner.createOrganization('painters')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  bob = guest.in(ann.organization ?? '')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  token = (await ann.mcpToken()).token
  bobs = (await bob.mcpToken()).token
})
afterAll(() => baton.close())

/** The notifications that a v2 client receives. */
function heard(client: Client) {
  const news = { updated: [] as string[], lists: 0 }
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void news.updated.push(params.uri))
  client.setNotificationHandler('notifications/resources/list_changed', () => void news.lists++)
  return news
}

const create = (title: string, project = 'web') => ann.do('POST', '/api/tasks', { project, title })

/** Waits until another stream on every node has heard of a later change: what was to be told before it has been. */
async function heardByOthers(): Promise<void> {
  const { key } = await create('Marker')
  const uri = `baton://tasks/${key}`
  const witnesses = await Promise.all([baton.url, other.address].map((url) => overSse({ url, token })))
  const all = witnesses.map(heard)
  await Promise.all(witnesses.map((client) => client.subscribeResource({ uri })))
  await ann.do('PATCH', `/api/tasks/${key}`, { title: 'Marked' })
  await waitFor('every node to tell', () => all.every(({ updated }) => updated.includes(uri)))
  await Promise.all(witnesses.map((client) => client.close()))
}

test('a stream hears of changes to what it watches, from any node and once for a burst, until it unsubscribes', async () => {
  const [task, unwatched] = [await create('Watched'), await create('Unwatched')]
  const uri = `baton://tasks/${task.key}`
  const client = await overSse({ url: other.address, token })
  const news = heard(client)
  await client.subscribeResource({ uri })
  await ann.do('PATCH', `/api/tasks/${unwatched.key}`, { title: 'Changed' })
  await ann.do('PATCH', `/api/tasks/${task.key}`, { title: 'Changed' })
  await expect.poll(() => news.updated).toEqual([uri])
  await ann.do('POST', `/api/tasks/${task.key}/comments`, { body: 'A word' })
  await expect.poll(() => news.updated).toEqual([uri, uri])
  await client.unsubscribeResource({ uri })
  await ann.do('PATCH', `/api/tasks/${task.key}`, { title: 'Again' })
  await heardByOthers()
  expect(news.updated).toHaveLength(2)
  expect(news.lists).toBe(0)
  await client.close()
})

test('a project changes with whatever happens in it, and the list with what comes and goes; old clients hear it too', async () => {
  const client = await oldOverSse({ url: baton.url, token })
  const updated: string[] = []
  let lists = 0
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri))
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void lists++)
  await client.subscribeResource({ uri: 'baton://projects/web' })
  await create('One more')
  await expect.poll(() => updated).toEqual(['baton://projects/web'])
  expect(lists).toBe(0)
  await client.listResources()
  await create('Listed')
  await expect.poll(() => lists).toBe(1)
  await client.close()
})

test('who loses sight of a project is told to read again, finds nothing, and hears no more of it', async () => {
  await ann.do('POST', '/api/projects', { name: 'Soon secret', slug: 'secret', key: 'SEC' })
  const task = await create('Open yet', 'secret')
  const uri = `baton://tasks/${task.key}`
  const client = await overSse({ url: baton.url, token: bobs })
  const news = heard(client)
  await client.subscribeResource({ uri })
  await ann.do('PATCH', '/api/projects/secret', { visibility: 'private' })
  await expect.poll(() => news.updated).toContain(uri)
  await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 })
  await heardByOthers()
  const before = news.updated.length
  await ann.do('PATCH', `/api/tasks/${task.key}`, { title: 'Hidden' })
  await heardByOthers()
  expect(news.updated).toHaveLength(before)
  await client.close()
})

test('a stream watches so many resources and no more', async () => {
  const client = await overSse({ url: baton.url, token })
  // Sequentially: creates in one project take turns for their number, and a hundred at once would wait too long on a slow machine.
  for (let n = 0; n < 100; n++) await client.subscribeResource({ uri: `baton://tasks/${(await create(`Many ${n}`)).key}` })
  const { key } = await create('One too many')
  await expect(client.subscribeResource({ uri: `baton://tasks/${key}` })).rejects.toMatchObject({ code: -32600 })
  await client.close()
})

test('without state a client listens: what it may not see is not acknowledged, and the stream ends with its token', async () => {
  const task = await create('Listened to')
  const uri = `baton://tasks/${task.key}`
  const doomed = await ann.mcpToken('doomed')
  const client = await withoutState({ url: other.address, token: doomed.token })
  const news = heard(client)
  const missing = 'baton://tasks/WEB-99999'
  const subscription = await client.listen({ resourceSubscriptions: [uri, missing], resourcesListChanged: true, toolsListChanged: true })
  expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [uri], resourcesListChanged: true })
  await ann.do('PATCH', `/api/tasks/${task.key}`, { title: 'Heard' })
  await expect.poll(() => news.updated).toEqual([uri])
  expect(news.lists).toBe(0)
  await create('A new one')
  await expect.poll(() => news.lists).toBe(1)
  await ann.do('DELETE', `/api/settings/mcp-tokens/${doomed.id}`)
  expect(await subscription.closed).toBe('graceful')
  await client.close()
})

test('a client that leaves its listening leaves nothing behind', async () => {
  const client = await withoutState({ url: baton.url, token })
  const news = heard(client)
  const subscription = await client.listen({ resourceSubscriptions: ['baton://projects/web'] })
  await subscription.close()
  await create('Unheard')
  await heardByOthers()
  expect(news.updated).toEqual([])
  await client.close()
})

test('where nothing can be pushed, nothing can be subscribed to', async () => {
  const client = await overStreamable({ url: baton.url, token })
  await expect(client.request({ method: 'resources/subscribe', params: { uri: 'baton://projects/web' } })).rejects.toThrow()
  await client.close()
})
