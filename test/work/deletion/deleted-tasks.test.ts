import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { callTool } from '../../looping/mcp-client.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
let token: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in('acme')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
  token = (await bob.mcpToken()).token
})
afterAll(() => baton.close())

async function deletedIn(project: string, title: string) {
  const task = await ann.do('POST', '/api/tasks', { project, title })
  await ann.do('PATCH', `/api/tasks/${task.key}`, { status: 'todo', comment: 'Why it was there' })
  await ann.do('DELETE', `/api/tasks/${task.key}`)
  return task
}

test('what was deleted is listed when asked for, and its history is read, at both doors', async () => {
  const kept = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Kept' })
  const gone = await deletedIn('web', 'Gone')
  const keys = (page: any) => page.items.map(({ key }: { key: string }) => key)
  expect(keys(await ann.do('GET', '/api/tasks?project=web'))).toEqual([kept.key])
  const deleted = await ann.do('GET', '/api/tasks?project=web&deleted=true&count=true')
  expect(deleted).toMatchObject({ items: [{ key: gone.key, deleted_at: expect.any(String) }], total: 1 })
  expect(keys(await ann.do('GET', '/api/tasks?deleted=true'))).toEqual([gone.key])
  const listed = await callTool(baton.url, token, 'list_tasks', { deleted: true })
  expect(listed.body.items).toMatchObject([{ key: gone.key, deleted_at: expect.any(String) }])
  const read = await callTool(baton.url, token, 'get_task', { task: gone.key, response_format: 'detailed' })
  for (const task of [await ann.do('GET', `/api/tasks/${gone.key}`), await ann.do('GET', `/api/tasks/${gone.id}`), read.body]) {
    expect(task).toMatchObject({ key: gone.key, deleted_at: expect.any(String), comments: { total: 1 } })
    const history = task.history.map(({ type }: { type: string }) => type)
    expect(history).toEqual(['task.deleted', 'comment.created', 'task.updated', 'task.created'])
  }
  expect((await ann.call('PATCH', `/api/tasks/${gone.key}`, { title: 'Back?' })).status).toBe(404)
  await ann.do('POST', `/api/tasks/${gone.key}/restore`)
  expect((await ann.do('GET', `/api/tasks/${gone.key}`)).deleted_at).toBeNull()
})

test('who could not see a task does not see that it was deleted: it answers as one that never was', async () => {
  const hidden = await deletedIn('secret', 'Canary')
  expect((await bob.do('GET', '/api/tasks?deleted=true')).items).toEqual([])
  const bytes = async (key: string) => {
    const { status, text } = await bob.call('GET', `/api/tasks/${key}`)
    return [status, text.replaceAll(key, '').replace(/"request_id":"[^"]*"/, '')]
  }
  expect(await bytes(hidden.key)).toEqual(await bytes('SEC-999'))
  const other = await (await baton.person('cid')).createOrganization('other')
  expect((await other.call('GET', `/api/tasks/${hidden.id}`)).status).toBe(404)
})
