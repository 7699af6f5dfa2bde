import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { authenticateMcpToken } from '../../../src/capabilities/identity/login/authenticate.ts'
import { operations } from '../../../src/capabilities/operations.ts'

let baton: Baton
let ann: Person
let bob: Person
let task: { id: string; key: string }
let comments: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('works')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Discussed' })
  comments = `/api/tasks/${task.key}/comments`
})
afterAll(() => baton.close())

const events = (type: string) =>
  baton.look<{ data: any; subject_id: string }>('select data, subject_id from events where type = $1 order by seq', [type])

test('a comment tells whom it names, an edit only those it did not name before', async () => {
  const comment = await ann.do('POST', comments, { body: 'Look, @bob; not `@ann`, not a@bob.example' })
  expect(comment).toMatchObject({ author: { handle: 'ann' }, author_agent: null, edited_at: null, reply_to: null })
  const [created] = await events('comment.created')
  expect(created).toMatchObject({
    subject_id: task.id,
    data: { mentions: [bob.user.id], item: { key: task.key }, comment: { id: comment.id } },
  })
  const edited = await ann.do('PATCH', `${comments}/${comment.id}`, { body: 'Look, @bob and @ann', version: 1 })
  expect(edited).toMatchObject({ version: 2, edited_at: expect.any(String) })
  const [updated] = await events('comment.updated')
  expect(updated?.data.mentions).toEqual([ann.user.id])
  expect((await ann.call('PATCH', `${comments}/${comment.id}`, { body: 'late', version: 1 })).body.code).toBe('stale_version')
})

test('only its author edits a comment; its author or an admin deletes it, and replies stay', async () => {
  const mine = await ann.do('POST', comments, { body: 'Mine' })
  const reply = await bob.do('POST', comments, { body: 'Reply', reply_to: mine.id })
  expect(reply.reply_to).toBe(mine.id)
  expect((await bob.call('PATCH', `${comments}/${mine.id}`, { body: 'Not mine' })).status).toBe(403)
  expect((await bob.call('DELETE', `${comments}/${mine.id}`)).status).toBe(403)
  expect((await ann.call('PATCH', `${comments}/${reply.id}`, { body: 'Not mine' })).status).toBe(403)
  expect((await ann.do('DELETE', `${comments}/${mine.id}`)).deleted_at).toBeTruthy()
  const { items } = await bob.do('GET', comments)
  expect(items.map(({ id }: { id: string }) => id)).toContain(reply.id)
  expect(items.map(({ id }: { id: string }) => id)).not.toContain(mine.id)
  expect((await ann.do('DELETE', `${comments}/${reply.id}`)).deleted_at).toBeTruthy()
})

test('epics and stories are commented on too, a reply stays on its item, and a path keeps its kind', async () => {
  const epic = await ann.do('POST', '/api/projects/web/epics', { title: 'Epic' })
  const comment = await ann.do('POST', `/api/items/${epic.key}/comments`, { body: 'On the epic' })
  expect((await ann.do('GET', `/api/items/${epic.key}/comments`)).items).toMatchObject([{ id: comment.id }])
  expect((await ann.call('GET', `/api/tasks/${epic.key}/comments`)).status).toBe(404)
  expect((await ann.call('POST', comments, { body: 'Elsewhere', reply_to: comment.id })).status).toBe(404)
  expect((await ann.call('POST', comments, { body: ' \n ' })).status).toBe(400)
})

test('an agent comments while it updates its task, and is named as itself', async () => {
  const { kernel } = baton.node.assembly
  const agent = await authenticateMcpToken(kernel, (await ann.mcpToken()).token)
  const input = { token_id: agent.credential.id ?? '', client_name: 'Robot' }
  const { id } = await execute(kernel, operations.get('enrolAgent'), agent, input, { door: 'mcp' })
  const acting = { ...agent, agent: id }
  await execute(kernel, operations.get('updateTask'), acting, { task: task.key, comment: 'Half done, @bob' }, { door: 'mcp' })
  const page = await ann.do('GET', `/api/tasks/${task.key}`)
  expect(page.comments.items[0]).toMatchObject({ body: 'Half done, @bob', author: { handle: 'ann' }, author_agent: { name: 'Robot' } })
  expect(page.version).toBe(1)
})

test('nobody comments in a project they cannot see', async () => {
  await ann.do('POST', '/api/projects', { name: 'Hidden', slug: 'hidden', visibility: 'private' })
  const secret = await ann.do('POST', '/api/tasks', { project: 'hidden', title: 'Secret' })
  await ann.do('POST', `/api/tasks/${secret.key}/comments`, { body: 'Psst' })
  expect((await bob.call('GET', `/api/tasks/${secret.key}/comments`)).status).toBe(404)
  expect((await bob.call('POST', `/api/tasks/${secret.key}/comments`, { body: 'Hi' })).status).toBe(404)
})
