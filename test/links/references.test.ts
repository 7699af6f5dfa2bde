import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/projects', { name: 'Vault', slug: 'vault', key: 'VAU', visibility: 'private' })
})
afterAll(() => baton.close())

const refsOf = (links: { ref: string }[]) => links.map(({ ref }) => ref)
const note = (title: string, content = '', project = 'web') => ann.do('POST', '/api/notes', { project, title, content })

test('a link to a note written later resolves when that is created, from both ends', async () => {
  const plan = await note('Plan', 'See [[Release checklist]].')
  expect(plan.unresolved).toEqual(['Release checklist'])
  const checklist = await note('Release checklist')
  const shown = await ann.do('GET', `/api/notes/${plan.id}`)
  expect(shown).toMatchObject({ unresolved: [], links: [{ id: checklist.id, title: 'Release checklist' }] })
  expect((await ann.do('GET', `/api/notes/${checklist.id}`)).backlinks).toMatchObject([{ kind: 'note', id: plan.id }])
})

test('a name that something gets by being renamed leads there from then on', async () => {
  const plan = await note('Second plan', 'See [[Launch day]].')
  const other = await note('Draft')
  await ann.do('PATCH', `/api/notes/${other.id}`, { title: 'Launch day' })
  expect((await ann.do('GET', `/api/notes/${plan.id}`)).links).toMatchObject([{ id: other.id }])
  expect((await ann.do('GET', `/api/notes/${other.id}`)).backlinks).toMatchObject([{ id: plan.id }])
})

test('titles of specs and decisions are links, and their texts give backlinks', async () => {
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Fix login' })
  const spec = await ann.do('POST', '/api/specs', {
    project: 'web',
    title: 'Login flow',
    body: `Built in ${task.key}, see [[Use passkeys]].`,
  })
  const decision = await ann.do('POST', '/api/decisions', {
    project: 'web',
    title: 'Use passkeys',
    context: `[[${task.key}]] asks for it; \`WEB-999\` is code.`,
    rationale: 'As [[Login flow]] says.',
  })
  const names = await note('Pointers', '[[login flow]] and [[Use passkeys]]')
  expect(new Set(refsOf(names.links))).toEqual(new Set([spec.ref, decision.ref]))
  expect(new Set(refsOf((await ann.do('GET', `/api/tasks/${task.key}`)).backlinks))).toEqual(new Set([spec.ref, decision.ref]))
  expect(refsOf((await ann.do('GET', `/api/specs/${spec.id}`)).backlinks)).toContain(decision.ref)
  expect(refsOf((await ann.do('GET', `/api/decisions/${decision.id}`)).backlinks)).toContain(spec.ref)
  // Only the latest version of the text counts.
  await ann.do('PATCH', `/api/specs/${spec.id}`, { body: 'Nothing any more.', based_on: 1 })
  expect(refsOf((await ann.do('GET', `/api/decisions/${decision.id}`)).backlinks)).not.toContain(spec.ref)
})

test('a task is linked from tasks whose description or comments name it, for as long as they do', async () => {
  const make = (title: string, description = '') => ann.do('POST', '/api/tasks', { project: 'web', title, description })
  const target = await make('Round the tax')
  const linkedFrom = async (who = ann) => new Set(refsOf((await who.do('GET', `/api/tasks/${target.key}`)).backlinks))
  const [described, spoken, imported] = [await make('Described', `Follows from ${target.key}.`), await make('Spoken'), 'Imported']
  const [at, words] = [`/api/tasks/${spoken.key}/comments`, `See [[${target.key.toLowerCase()}]] first`]
  const comment = await bob.do('POST', at, { body: words })
  await ann.do('POST', `/api/tasks/${target.key}/comments`, { body: `${target.key} names itself.` })
  const content = JSON.stringify({ external_id: 'x1', kind: 'task', title: imported, description: target.key })
  await ann.do('POST', '/api/projects/web/import', { format: 'json', content })
  const [row] = (await ann.do('GET', '/api/tasks?project=web&text=Imported')).items
  expect(await linkedFrom()).toEqual(new Set([described.key, spoken.key, row.key]))
  // Edits, deletions and restores are taken into account.
  await ann.do('PATCH', `/api/tasks/${described.key}`, { description: 'On its own.' })
  await ann.do('PATCH', `/api/tasks/${row.key}`, { description: `Still about ${target.key}` })
  expect(await linkedFrom()).toEqual(new Set([spoken.key, row.key]))
  await bob.do('DELETE', `${at}/${comment.id}`)
  expect(await linkedFrom()).toEqual(new Set([row.key]))
  await bob.do('POST', `${at}/${comment.id}/restore`)
  await bob.do('PATCH', `${at}/${comment.id}`, { body: `${target.key} and more` })
  expect(await linkedFrom()).toEqual(new Set([spoken.key, row.key]))
  // Nobody learns of a task in a project that they can't see.
  await ann.do('POST', '/api/tasks', { project: 'vault', title: 'Hidden', description: target.key })
  expect((await linkedFrom()).size).toBe(3)
  expect(await linkedFrom(bob)).toEqual(new Set([spoken.key, row.key]))
})

test('names lead only to what their reader may see', async () => {
  const secret = await ann.do('POST', '/api/tasks', { project: 'vault', title: 'Secret' })
  await note('Canary', '', 'vault')
  const open = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Open' })
  const query = new URLSearchParams([secret.key, open.key, 'canary', 'UTF-8'].map((name): [string, string] => ['names', String(name)]))
  const found = async (who: Person) => (await who.do('GET', `/api/references?${query}`)).items.map(({ name }: { name: string }) => name)
  expect(new Set(await found(ann))).toEqual(new Set([secret.key.toLowerCase(), open.key.toLowerCase(), 'canary']))
  expect(await found(bob)).toEqual([open.key.toLowerCase()])
})

test('of several with one title, the one of the text’s own project is meant', async () => {
  await ann.do('POST', '/api/projects', { name: 'Shop', slug: 'shop', key: 'SHO' })
  const ours = await note('Runbook')
  const theirs = await note('Runbook', '', 'shop')
  const text = await note('Shop plan', '[[Runbook]]', 'shop')
  expect(text.links).toMatchObject([{ id: theirs.id }])
  expect((await ann.do('GET', `/api/notes/${ours.id}`)).backlinks).toEqual([])
})
