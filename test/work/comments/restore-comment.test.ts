import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('works')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(() => baton.close())

test('a deleted comment is brought back by its author or an admin, once, with its words', async () => {
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Discussed' })
  const comments = `/api/tasks/${task.key}/comments`
  const { id } = await ann.do('POST', comments, { body: 'Said too soon' })
  await ann.do('DELETE', `${comments}/${id}`)
  expect((await bob.call('POST', `${comments}/${id}/restore`, {})).status).toBe(403)
  expect(await ann.do('POST', `${comments}/${id}/restore`, {})).toMatchObject({ body: 'Said too soon', deleted_at: null })
  expect((await ann.call('POST', `${comments}/${id}/restore`, {})).status).toBe(404)
  expect((await ann.do('GET', comments)).items).toMatchObject([{ id }])
})
