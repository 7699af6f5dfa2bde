import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { system } from '../../../src/kernel/context.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { call, result, streamableClient, type McpClient, type ToolAnswer } from '../../mcp/clients.ts'

let baton: Baton
let ann: Person
let token: string
let agent: McpClient
let key: string
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('northwind')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  token = (await ann.mcpToken('rune')).token
})
beforeEach(async () => {
  agent = await window()
  key = (await ann.do('POST', '/api/tasks', { project: 'web', title: 'Round the tax', status: 'todo' })).key
  return () => agent.close()
})
afterAll(() => baton.close())

const window = () => streamableClient({ url: baton.url, token })
const minutes = (count: number) => count * 60_000
const choices = ['Up', 'Down']
const ask = async (comment = '@ann, up or down?'): Promise<string> => {
  const { question } = await result(agent, 'update_task', { task: key, comment, choices })
  return question.id
}
const comments = () => `/api/tasks/${key}/comments`
const say = (body: string, more = {}) => ann.do('POST', comments(), { body, ...more })
const answer = (id: string, choice = 'Up') => ann.do('POST', `${comments()}/${id}/answer`, { choice })
const question = async (id: string) => (await ann.do('GET', comments())).items.find((one: { id: string }) => one.id === id).question
/** What the worker does with the log, done at once. */
async function inbox(): Promise<string[]> {
  await execute(baton.node.assembly.kernel, operations.get('notifyFromLog'), system(ann.organization ?? ''), {}, { door: 'worker' })
  const { items } = await ann.do('GET', '/api/notifications?kind=question')
  return items.filter(({ subject }: any) => subject.ref === key).map(({ comment_id }: any) => comment_id)
}
const open = async () => (await ann.do('GET', `/api/tasks/${key}`)).open_questions
const texts = ({ structuredContent }: ToolAnswer): string[] => (structuredContent?.messages_from_people ?? []).map(({ text }: any) => text)
/** Longer than a node trusts that no messages are pending. */
const said = async (client: McpClient, tool = 'list_projects', given = {}) => {
  baton.clock.advance(600)
  return texts(await call(client, tool, given))
}

test('each question has a row of its own, and no plain comment beside it settles any', async () => {
  const [first, second] = [await ask(), await ask('@ann, and the total?')]
  expect(await inbox()).toEqual([second, first])
  await say('I am on the train, will look tonight')
  expect(await inbox()).toEqual([second, first])
  expect(await open()).toBe(2)
  await answer(second)
  expect(await inbox()).toEqual([first])
  expect(await question(first)).toMatchObject({ state: 'open', answer: null, settled_at: null })
  const { items } = await ann.do('GET', `/api/tasks?project=web&response_format=row`)
  expect(items.find((row: { key: string }) => row.key === key)).toMatchObject({ open_questions: 1 })
})

test('a question that mentions nobody is for the person the agent acts for', async () => {
  const id = await ask('Up or down?')
  expect(await inbox()).toEqual([id])
})

const endings: Record<string, { end: (id: string) => Promise<unknown>; state: string; more?: object }> = {
  'a reply to it': {
    end: (id) => say('Neither: cut it off', { reply_to: id }),
    state: 'answered',
    more: { answer: 'Neither: cut it off' },
  },
  'resolving its thread': { end: (id) => ann.do('POST', `${comments()}/${id}/resolve`, {}), state: 'withdrawn' },
  'the task’s completion': { end: () => ann.do('POST', `/api/tasks/${key}/complete`, {}), state: 'expired' },
  'the task’s cancellation': { end: () => ann.do('PATCH', `/api/tasks/${key}`, { status: 'cancelled' }), state: 'expired' },
}
test.each(Object.entries(endings))('%s settles it, and nothing opens it again', async (_, { end, state, more = {} }) => {
  const id = await ask()
  expect(await inbox()).toEqual([id])
  await end(id)
  expect(await question(id)).toMatchObject({ state, settled_at: expect.any(String), ...more })
  expect(await inbox()).toEqual([])
  expect(await open()).toBe(0)
  await ann.do('PATCH', `/api/tasks/${key}`, { status: 'todo' })
  await ann.do('POST', `${comments()}/${id}/resolve`, { resolved: false })
  expect(await question(id)).toMatchObject({ state })
  expect((await ann.call('POST', `${comments()}/${id}/answer`, { choice: 'Up' })).status).toBe(409)
})

test('deleting the comment or the task settles it too, and its time', async () => {
  const [kept, withdrawn] = [await ask(), await ask()]
  await ann.do('DELETE', `${comments()}/${withdrawn}`)
  expect(await inbox()).toEqual([kept])
  await ann.do('DELETE', `/api/tasks/${key}`)
  expect(await inbox()).toEqual([])
  await ann.do('POST', `/api/tasks/${key}/restore`, {})
  expect(await question(kept)).toMatchObject({ state: 'expired' })
  const soon = new Date(baton.clock.now().getTime() + minutes(1)).toISOString()
  const { id } = await say('@ann soon?', { choices, answer_by: soon })
  const expire = () =>
    execute(
      baton.node.assembly.kernel,
      operations.get('expireQuestion'),
      system(ann.organization ?? ''),
      { comment_id: id },
      { door: 'worker' },
    )
  expect(await expire()).toEqual({ expired: false })
  baton.clock.advance(minutes(2))
  expect(await expire()).toEqual({ expired: true })
  expect(await question(id)).toMatchObject({ state: 'expired' })
})

test('an answer reaches the agent after its client has restarted: where the task is read, a session resumed, or after two minutes anywhere', async () => {
  // With two open sessions, a call that names none belongs to neither.
  const session = await result(agent, 'create_session', { goals: ['a'] })
  await result(agent, 'create_session', { goals: ['b'] })
  await result(agent, 'claim_task', { task: key, session: session.id })
  const ids = [await ask(), await ask(), await ask()]
  await agent.close()
  agent = await window()
  await answer(ids[0] as string, 'Up')
  expect(await said(agent)).toEqual([])
  expect(await said(agent, 'get_task', { task: key })).toEqual(['Up'])
  await answer(ids[1] as string, 'Down')
  expect(await question(ids[1] as string)).toMatchObject({ delivery: { delivered_at: null, anyone_from: expect.any(String) } })
  expect(await said(agent)).toEqual([])
  expect(await said(agent, 'resume_session', { take_over: true, session: session.id })).toEqual(['Down'])
  await agent.close()
  agent = await window()
  await answer(ids[2] as string, 'Up')
  expect(await said(agent)).toEqual([])
  baton.clock.advance(minutes(2))
  expect(await said(agent)).toEqual(['Up'])
  expect(await said(agent)).toEqual([])
  for (const id of ids) expect(await question(id)).toMatchObject({ delivery: { delivered_at: expect.any(String) } })
})

test('of windows that call at once, one gets the answer; the one that asked gets it first', async () => {
  const others = await Promise.all([window(), window(), window()])
  const id = await ask()
  await answer(id)
  expect(await said(others[0] as McpClient)).toEqual([])
  expect(await said(agent)).toEqual(['Up'])
  await answer(await ask(), 'Down')
  baton.clock.advance(minutes(2))
  const answers = await Promise.all(others.map((one) => call(one, 'list_projects')))
  expect(answers.flatMap(texts)).toEqual(['Down'])
  await Promise.all(others.map((one) => one.close()))
})

test('an agent that asked and stops there waits for a person, until it is answered', async () => {
  const id = await ask()
  const at = async () => (await ann.do('GET', '/api/agents-at-work')).items.find(({ name }: { name: string }) => name === 'tester')
  expect(await at()).toMatchObject({ status: 'waiting', reason: `Asked in ${key}`, asks: { comment_id: id, key } })
  await answer(id)
  expect((await at()).asks?.comment_id).not.toBe(id)
})
