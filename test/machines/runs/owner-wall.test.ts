import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticateSession } from '../../../src/capabilities/identity/login/authenticate.ts'
import { runScopes } from '../../../src/capabilities/machines/runs/take-runs.ts'
import { operations, type InputOf, type OperationName, type OutputOf } from '../../../src/capabilities/operations.ts'
import type { Principal } from '../../../src/kernel/context.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { newId } from '../../../src/platform/ids.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let run: Principal
let runner: { id: string; slug: string }
let diary: { id: string }
let plan: { id: string }

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  const { id: project } = await ann.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
  runner = await ann.api.createAgent({ name: 'Runner' })
  const other = await ann.api.createAgent({ name: 'Other' })
  diary = await ann.api.createNote({ title: 'Zebra diary', content: 'What only Ann reads of a zebra' })
  plan = await ann.api.createNote({ project: 'web', title: 'Zebra plan', content: 'What the project reads of a zebra' })
  await ann.api.storeMemory({ agent: runner.slug, content: 'The zebra of the runner' })
  await ann.api.storeMemory({ agent: other.slug, content: 'The zebra of the other agent' })
  const whole = await authenticateSession(baton.node.assembly.kernel, ann.token, ann.organization)
  const credential = { kind: 'mcp_token', id: newId() } as const
  run = {
    ...{ ...whole, agent: runner.id, credential, administrator: false, authenticatedAt: null, scopes: runScopes },
    run: { id: newId(), project },
  }
})
afterAll(() => baton.close())

const asRun = <Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> =>
  execute(baton.node.assembly.kernel, operations.get(name) as never, run, input as never, { door: 'mcp' }) as Promise<OutputOf<Name>>

test('a run sees the notes of its project and none of its owner', async () => {
  expect((await asRun('listNotes', {})).items.map(({ id }) => id)).toEqual([plan.id])
  expect((await asRun('listNotes', { personal: true })).items).toEqual([])
  expect((await asRun('listNotes', { search: 'zebra' })).items.map(({ id }) => id)).toEqual([plan.id])
  await expect(asRun('getNote', { note: diary.id })).rejects.toMatchObject({ code: 'not_found' })
  expect((await ann.api.listNotes({ search: 'zebra' })).items).toHaveLength(2)
})

test('it finds the memory of its own agent and of no other', async () => {
  const texts = async (found: Promise<unknown>) => JSON.stringify(await found)
  const sought = await texts(asRun('searchMemory', { query: 'zebra' }))
  expect(sought).toContain('zebra of the runner')
  expect(sought).not.toContain('other agent')
  const listed = await texts(asRun('listMemories', {}))
  expect(listed).toContain('zebra of the runner')
  expect(listed).not.toContain('other agent')
  expect(await texts(ann.api.searchMemory({ query: 'zebra' }))).toContain('other agent')
})

test('neither search nor the activities tell of the rest', async () => {
  const told = JSON.stringify([await asRun('search', { q: 'zebra' }), await asRun('listActivities', {})])
  expect(told).toContain('Zebra plan')
  expect(told).not.toContain('Zebra diary')
  expect(told).not.toContain('What only Ann reads')
  expect(told).not.toContain('other agent')
  expect(JSON.stringify(await ann.api.search({ q: 'zebra' }))).toContain('Zebra diary')
})
