import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { callTool } from '../looping/mcp-client.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
})
afterAll(() => baton.close())

const change = (project: string, slug: string) => ann.call('PATCH', `/api/projects/${project}`, { slug })

test('a project whose slug changes is found by the new one and by each it had, whatever asks for it', async () => {
  const { id } = await ann.do('POST', '/api/projects', { name: 'Läden', slug: 'laden', key: 'LAD' })
  const { key } = await ann.do('POST', '/api/tasks', { project: 'laden', title: 'Before' })
  expect((await change('laden', 'shops')).body).toMatchObject({ id, slug: 'shops', key: 'LAD' })
  expect((await change('laden', 'stores')).body.slug).toBe('stores')
  const { token } = await ann.mcpToken()
  for (const slug of ['laden', 'shops', 'stores']) {
    expect((await ann.do('GET', `/api/projects/${slug}`)).id).toBe(id)
    expect((await ann.do('GET', `/api/tasks?project=${slug}`)).items.map((task: any) => task.key)).toContain(key)
    expect((await ann.do('GET', `/api/projects/${slug}/board`)).project).toBe('stores')
    expect((await ann.do('POST', '/api/tasks', { project: slug, title: `By ${slug}` })).project_id).toBe(id)
    expect((await ann.do('POST', '/api/features', { project: slug, title: `By ${slug}` })).project_id).toBe(id)
    expect((await callTool(baton.url, token, 'list_tasks', { project: slug })).body.items.length).toBeGreaterThan(0)
    const claimed = await callTool(baton.url, token, 'claim_task', { project: slug })
    expect(claimed.text).toContain('LAD-')
  }
})

test('a slug that is free again can be taken, and then means the project that has it', async () => {
  await ann.do('POST', '/api/projects', { name: 'First', slug: 'first' })
  await change('first', 'moved')
  const { id } = await ann.do('POST', '/api/projects', { name: 'Second', slug: 'first' })
  expect((await ann.do('GET', '/api/projects/first')).id).toBe(id)
  expect((await change('moved', 'first')).status).toBe(409)
  expect((await ann.do('GET', '/api/projects/moved')).slug).toBe('moved')
})

test('a slug can go back, and what is no slug is refused', async () => {
  const { id } = await ann.do('POST', '/api/projects', { name: 'Back', slug: 'back' })
  await change('back', 'forth')
  expect((await change('forth', 'back')).body.slug).toBe('back')
  expect((await ann.do('GET', '/api/projects/forth')).id).toBe(id)
  const [row] = await baton.look('select former_slugs from projects where id = $1', [id])
  expect(row).toEqual({ former_slugs: ['forth'] })
  expect((await change('back', 'Not a slug')).status).toBe(400)
})

test('more slugs than are kept end the oldest', async () => {
  await ann.do('POST', '/api/projects', { name: 'Often', slug: 'often-0' })
  for (let at = 1; at <= 22; at++) expect((await change(`often-${at - 1}`, `often-${at}`)).status).toBe(200)
  expect((await ann.call('GET', '/api/projects/often-0')).status).toBe(404)
  expect((await ann.do('GET', '/api/projects/often-5')).slug).toBe('often-22')
})
