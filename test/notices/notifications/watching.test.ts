import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { callTool } from '../../looping/mcp-client.ts'
import type { Person } from '../../harness/person.ts'
import { Office, inbox, told } from './office.ts'

let baton: Baton
let office: Office
let [ann, bob, cat]: Person[] = []
const who = (one: Person | undefined) => one as Person

beforeAll(async () => {
  baton = await startBaton()
  office = await Office.open(baton, await baton.person('ann'), 'acme')
  ann = office.owner
  bob = await office.join(await baton.person('bob'))
  cat = await office.join(await baton.person('cat'))
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

const task = async (fields = {}) => who(ann).do('POST', '/api/tasks', { project: 'web', title: 'Fix login', ...fields })
const watchers = async (key: string) =>
  (await who(ann).do('GET', `/api/tasks/${key}/watchers`)).watchers.map(({ handle }: { handle: string }) => handle).toSorted()
const toldOf = async (person: Person | undefined, key: string) => (await told(who(person))).filter((one) => one.endsWith(` ${key}`))

test('who made it, has it assigned, spoke there or was mentioned there watches it by themselves', async () => {
  const { key } = await task({ assignee: 'bob' })
  expect(await watchers(key)).toEqual(['ann', 'bob'])
  await who(bob).do('POST', `/api/tasks/${key}/comments`, { body: 'Over to @cat' })
  expect(await watchers(key)).toEqual(['ann', 'bob', 'cat'])
})

test('a task that an agent made is not watched by its owner', async () => {
  const { token } = await who(bob).mcpToken()
  const made = await callTool(baton.url, token, 'create_task', { project: 'web', title: 'By an agent' })
  const [, key = ''] = /(WEB-\d+)/.exec(JSON.stringify(made)) ?? []
  expect(await watchers(key)).toEqual([])
})

test('watchers hear of comments and status once, and nobody of what they did themselves', async () => {
  const { key } = await task()
  await who(cat).do('PUT', `/api/tasks/${key}/watchers`, { watching: true })
  await who(bob).do('POST', `/api/tasks/${key}/comments`, { body: 'I begin, @ann' })
  await who(bob).do('PATCH', `/api/tasks/${key}`, { status: 'in_progress' })
  await who(bob).do('PATCH', `/api/tasks/${key}`, { title: 'Fix the login' })
  await office.read()
  // Anyone mentioned gets the mention, and no second notification as a watcher.
  expect((await toldOf(ann, key)).toSorted()).toEqual([`mention ${key}`, `watching ${key}`])
  expect(await toldOf(cat, key)).toEqual([`watching ${key}`, `watching ${key}`])
  expect(await toldOf(bob, key)).toEqual([])
  const rows = (await inbox(who(cat))).filter(({ subject }) => subject?.ref === key)
  expect(rows.map(({ excerpt }) => excerpt)).toEqual(expect.arrayContaining(['From Backlog to In progress', 'I begin, @ann']))
})

test('a viewer is told where they are mentioned, and cannot choose to watch', async () => {
  const { key } = await task()
  const eve = await office.join(await baton.person('eve'))
  await who(ann).do('PATCH', `/api/organization/members/${eve.user.id}`, { role: 'viewer' })
  expect((await eve.call('PUT', `/api/tasks/${key}/watchers`, { watching: true })).status).toBe(403)
  await who(bob).do('POST', `/api/tasks/${key}/comments`, { body: 'For @eve to know' })
  expect(await watchers(key)).toEqual(['ann', 'bob', 'eve'])
})

test('who unwatches is told no more, whatever they do there later', async () => {
  const { key } = await task()
  const left = await who(ann).do('PUT', `/api/tasks/${key}/watchers`, { watching: false })
  expect(left).toEqual({ watching: false, watchers: [] })
  await who(ann).do('POST', `/api/tasks/${key}/comments`, { body: 'My last word' })
  await who(bob).do('POST', `/api/tasks/${key}/comments`, { body: 'Mine too' })
  await office.read()
  expect(await toldOf(ann, key)).toEqual([])
  expect(await watchers(key)).toEqual(['bob'])
  expect(await who(ann).do('PUT', `/api/tasks/${key}/watchers`, { watching: true })).toMatchObject({ watching: true })
})

test('a preference turns it off', async () => {
  const { key } = await task()
  await who(ann).do('PATCH', '/api/settings/preferences', { notifications: { watching: { in_app: false, mail: 'off' } } })
  await who(bob).do('POST', `/api/tasks/${key}/comments`, { body: 'Quietly' })
  await office.read()
  expect(await toldOf(ann, key)).toEqual([])
})

test('a thread is resolved where it began, and opened again', async () => {
  const { key } = await task()
  const root = await who(ann).do('POST', `/api/tasks/${key}/comments`, { body: 'Which one?' })
  const reply = await who(bob).do('POST', `/api/tasks/${key}/comments`, { body: 'The first', reply_to: root.id })
  const path = (id: string) => `/api/tasks/${key}/comments/${id}/resolve`
  expect((await who(ann).call('POST', path(reply.id), {})).status).toBe(409)
  expect(await who(bob).do('POST', path(root.id), {})).toMatchObject({ resolved_by: { handle: 'bob' } })
  expect(await who(ann).do('POST', path(root.id), { resolved: false })).toMatchObject({ resolved_at: null, resolved_by: null })
})
