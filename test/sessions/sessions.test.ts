import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { call, result, streamableClient, type McpClient } from '../mcp/clients.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let client: McpClient
let token: string
beforeAll(async () => {
  baton = await startBaton({ SESSION_LOST_MINUTES: '2' })
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
  token = (await ann.mcpToken()).token
  client = await streamableClient({ url: baton.url, token })
})
afterAll(async () => {
  await client.close()
  await baton.close()
})

const begin = (project: string | undefined, ...goals: string[]) => result(client, 'create_session', { goals, ...(project && { project }) })
const lose = async (session_id: string): Promise<unknown> =>
  execute(baton.node.assembly.kernel, operations.get('loseSession'), system(ann.organization ?? ''), { session_id }, { door: 'worker' })
const errorOf = async (answer: ReturnType<typeof call>) => (await answer).content[0]?.text ?? ''

test('a session goes from start over checkpoints to its end, and each step is there to read', async () => {
  const session = await begin('web', 'Fix the login', 'Write a test')
  expect(session).toMatchObject({ status: 'running', title: 'Fix the login', checkpoints: 0, parent_id: null })
  const usage = { tokens_in: 1000, tokens_out: 50, cost: 0.25, model: 'm-1' }
  await result(client, 'checkpoint_session', { session: session.id, progress: 'Found it', state: 'On branch fix', files: ['a.ts'], usage })
  await result(client, 'checkpoint_session', { session: session.id, progress: 'Fixed it' })
  const ended = await result(client, 'end_session', { session: session.id, outcome: 'Login works' })
  expect(ended).toMatchObject({ status: 'ended', outcome: 'Login works', checkpoints: 3 })
  const shown = await ann.do('GET', `/api/sessions/${session.id}`)
  expect(shown.steps.map(({ progress, cost, tokens_in }: any) => [progress, cost, tokens_in])).toEqual([
    ['Login works', null, null],
    ['Fixed it', null, null],
    ['Found it', 0.25, 1000],
  ])
  expect(shown.agent).toMatchObject({ name: 'tester' })
  expect(await errorOf(call(client, 'checkpoint_session', { session: session.id, progress: 'More' }))).toMatch(
    /^conflict: .*resume_session/,
  )
})

test('of several that resume a session at once, one goes on with it and the others are told who does', async () => {
  const session = await begin('web', 'Wanted by many')
  const resume = () => ann.call('POST', `/api/sessions/${session.id}/resume`, { take_over: true })
  const answers = await Promise.all(Array.from({ length: 5 }, resume))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  const resumed = answers.find(({ status }) => status === 200)?.body.session.id
  for (const { status, body } of answers) if (status === 409) expect(body.detail).toContain(`continues as ${resumed}`)
})

test('what was the final state is remembered, with where it comes from, and found by searching', async () => {
  const session = await begin('web', 'Speed up the flamingo importer')
  await result(client, 'checkpoint_session', { session: session.id, progress: 'Measured', state: 'The parser takes most of the time' })
  const { memory_id } = await result(client, 'end_session', { session: session.id, outcome: 'Batches of 500 doubled the speed' })
  const memory = await ann.do('GET', `/api/memories/${memory_id}`)
  expect(memory.content).toContain('Batches of 500 doubled the speed')
  expect(memory.content).toContain('The parser takes most of the time')
  expect(memory).toMatchObject({ scope: 'project', sources: [{ kind: 'session', ref: session.id }] })
  const { items } = await result(client, 'search_memory', { query: 'flamingo importer batches', project: 'web' })
  expect(items.map(({ id }: any) => id)).toContain(memory_id)
})

test('a lease taken in a session is held by it, and free when it ends', async () => {
  const session = await begin('web', 'Do the task')
  const { key } = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Held' })
  const { lease } = await result(client, 'claim_task', { task: key, session: session.id })
  expect(lease.holder).toBe(session.id)
  expect((await ann.do('GET', `/api/sessions/${session.id}`)).leases).toMatchObject([
    { task: key, title: 'Held', until: expect.any(String) },
  ])
  expect(await result(client, 'end_session', { session: session.id, outcome: 'Enough' })).toMatchObject({ released_leases: 1 })
  expect(await ann.do('GET', `/api/tasks/${key}`)).toMatchObject({ status: 'todo', lease_holder: null })
  expect(await errorOf(call(client, 'claim_task', { task: key, session: session.id }))).toMatch(/^conflict: /)
})

test('resuming one that ended begins a session that knows goals, last step, decisions and what others did', async () => {
  const session = await begin('web', 'Ship the release')
  await result(client, 'checkpoint_session', { session: session.id, progress: 'Half way', state: 'Tag is set', files: ['CHANGELOG.md'] })
  await result(client, 'end_session', { session: session.id, outcome: 'Interrupted', state: 'Tag is set, notes are missing' })
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'A thing somebody wants' })
  await ann.do('POST', '/api/tasks', { project: 'secret', title: 'Hidden from nobody who may see it' })
  await ann.do('POST', '/api/decisions', {
    project: 'web',
    title: 'Release on Mondays',
    context: 'c',
    rationale: 'r',
    outcome: 'Mondays it is',
    status: 'accepted',
  })
  const pack = await result(client, 'resume_session', { session: session.id, budget_tokens: 3000 })
  expect(pack.session.id).not.toBe(session.id)
  expect(pack).toMatchObject({ goals: ['Ship the release'], budget_tokens: 3000, leases: [] })
  expect(pack.last_checkpoint).toMatchObject({ progress: 'Interrupted', state: 'Tag is set, notes are missing' })
  expect(pack.decisions).toMatchObject([{ title: 'Release on Mondays' }])
  expect(pack.changes.map(({ what }: any) => what).join()).toContain('A thing somebody wants')
  expect(pack.memories.map(({ content }: any) => content).join()).toContain('notes are missing')
  expect(pack.tokens).toBeLessThanOrEqual(3000)
  expect((await ann.do('GET', `/api/sessions/${session.id}`)).resumed_by).toEqual([pack.session.id])
  // Without an id, it resumes the newest.
  expect((await result(client, 'resume_session')).session.id).toBe(pack.session.id)
})

test('one that falls silent is lost; resuming it passes its leases on with a new fence', async () => {
  const session = await begin('web', 'Fall silent')
  const { key } = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Kept' })
  const { lease } = await result(client, 'claim_task', { task: key, session: session.id, minutes: 240 })
  expect(await lose(session.id)).toEqual({ lost: false })
  baton.clock.advance(121_000)
  expect(await lose(session.id)).toEqual({ lost: true })
  expect(await lose(session.id)).toEqual({ lost: false })
  const window = await streamableClient({ url: baton.url, token })
  const pack = await result(window, 'resume_session', { session: session.id })
  expect(pack.leases).toMatchObject([{ task: key }])
  expect(pack.leases[0].fence).not.toBe(lease.fence)
  expect(await errorOf(call(client, 'complete_task', { task: key, fence: lease.fence }))).toMatch(/^lease_held: /)
  await result(window, 'complete_task', { task: key, fence: pack.leases[0].fence })
  await window.close()
  expect((await ann.do('GET', `/api/sessions/${session.id}`)).status).toBe('ended')
})

test('the window that ran a session goes on with it, after a silence too, and keeps its fences', async () => {
  const session = await begin('web', 'Come back')
  const { key } = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Mine all along' })
  const { lease } = await result(client, 'claim_task', { task: key, session: session.id, minutes: 240 })
  baton.clock.advance(121_000)
  await lose(session.id)
  const pack = await result(client, 'resume_session', { session: session.id })
  expect(pack).toMatchObject({ session: { id: session.id, status: 'running' }, leases: [{ task: key, fence: lease.fence }] })
  await result(client, 'end_session', { session: session.id, outcome: 'Done' })
})

test('a lost one that gives a sign of life is found again', async () => {
  const session = await begin('web', 'Think for long')
  baton.clock.advance(121_000)
  await lose(session.id)
  const found = await result(client, 'checkpoint_session', { session: session.id, progress: 'Still here' })
  expect(found).toMatchObject({ status: 'running', checkpoint: { seconds: null } })
})

test('a session is seen with its project, one without a project by its owner alone', async () => {
  const [open, own, hidden] = [await begin('web', 'Open'), await begin(undefined, 'Own'), await begin('secret', 'Hidden')]
  const statuses = async (person: Person) =>
    Promise.all([open, own, hidden].map(async ({ id }) => (await person.call('GET', `/api/sessions/${id}`)).status))
  const bobs = await baton.person('bob2')
  await ann.do('POST', '/api/organization/members', { user: 'bob2' })
  expect(await statuses(ann)).toEqual([200, 200, 200])
  expect(await statuses(bobs.in('acme'))).toEqual([200, 404, 404])
  const titles = (await bobs.in('acme').do('GET', '/api/sessions?whose=all&limit=100')).items.map(({ title }: any) => title)
  expect(titles).toContain('Open')
  expect(titles).not.toContain('Own')
  expect((await bobs.in('acme').call('POST', `/api/sessions/${open.id}/checkpoints`, { progress: 'Mine now' })).status).toBe(403)
})

test('another agent of the same user takes a session over by resuming it, and not otherwise', async () => {
  const other = await streamableClient({ url: baton.url, token: (await ann.mcpToken('other')).token, client: 'other window' })
  const session = await begin('web', 'Hand over')
  expect(await errorOf(call(other, 'checkpoint_session', { session: session.id, progress: 'x' }))).toMatch(/^forbidden: .*resume_session/)
  expect(await errorOf(call(other, 'resume_session', { session: session.id }))).toMatch(/^conflict: This session is running/)
  const pack = await result(other, 'resume_session', { session: session.id, take_over: true })
  expect(pack.session.id).not.toBe(session.id)
  expect(await errorOf(call(client, 'checkpoint_session', { session: session.id, progress: 'x' }))).toMatch(/^conflict: /)
  expect((await result(other, 'list_sessions', { whose: 'agent' })).items.map(({ id }: any) => id)).toEqual([pack.session.id])
  await other.close()
})
