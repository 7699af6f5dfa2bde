import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { call, streamableClient, type McpClient } from '../../mcp/clients.ts'
import type { Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'

let baton: Baton
let worker: { close(): Promise<void> }
let ann: Person
let bob: Person
let agent: McpClient
beforeAll(async () => {
  baton = await startBaton()
  worker = await startWorker(baton)
  ann = await (await baton.person('ann')).createOrganization('northwind')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  const { token } = await ann.mcpToken('rune')
  agent = await streamableClient({ url: baton.url, token })
})
afterAll(async () => {
  await agent.close()
  await worker.close()
  await baton.close()
})

const choices = ['Up', 'Down']
const ask = async () => {
  const { key } = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Round the tax' })
  await call(agent, 'claim_task', { task: key })
  const { structuredContent } = await call(agent, 'update_task', { task: key, comment: '@ann @bob, up or down?', choices })
  const { question } = structuredContent as { question: { id: string; status: string } }
  expect(question.status).toBe('waiting')
  return { key: key as string, id: question.id, path: `/api/tasks/${key}/comments/${question.id}/answer` }
}

test('an agent asks with choices, a person picks one, and the pick comes with the agent’s next result', async () => {
  const { key, id, path } = await ask()
  const [shown] = (await bob.do('GET', `/api/tasks/${key}/comments`)).items
  expect(shown).toMatchObject({ id, question: { choices, answer: null, answered_by: null } })
  await expect.poll(async () => (await ann.do('GET', '/api/notifications?kind=question')).needs_you).toBeGreaterThan(0)
  expect(await bob.do('POST', path, { choice: 'Down' })).toMatchObject({ question: { answer: 'Down', answered_by: { handle: 'bob' } } })
  await expect
    .poll(async () => JSON.stringify((await call(agent, 'list_tasks', { project: 'web' })).structuredContent))
    .toMatch(/"messages_from_people":\[\{[^\]]*"task":"WEB-1"[^\]]*"text":"Down"/)
  // The others who were asked have nothing left to do.
  await expect.poll(async () => (await ann.do('GET', '/api/notifications?kind=question')).items.length).toBe(0)
})

test('one decision, whoever decides at the same moment', async () => {
  let wins = 0
  for (let round = 0; round < 20; round++) {
    const { key, id, path } = await ask()
    const tries = [ann, bob, ann, bob].map((person, at) => person.call('POST', path, { choice: choices[at % 2] }))
    const answers = await Promise.all(tries)
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
    wins += answers.filter(({ status }) => status === 200).length
    const { items } = await ann.do('GET', `/api/tasks/${key}/comments`)
    expect(items.filter(({ reply_to }: { reply_to: string | null }) => reply_to === id)).toHaveLength(1)
  }
  expect(wins).toBe(20)
})

test('what is no choice, came too late, or comes from an agent decides nothing', async () => {
  const { key, path } = await ask()
  expect((await ann.call('POST', path, { choice: 'Sideways' })).status).toBe(400)
  const { key: apiKey } = await ann.do('POST', '/api/settings/api-keys', { name: 'ci', scopes: ['task:read', 'task:write'] })
  const program = await ann.call('POST', path, { choice: 'Up' }, { authorization: `Bearer ${apiKey}` })
  expect([program.status, program.body.code]).toEqual([403, 'needs_person'])
  const answer_by = new Date(baton.clock.now().getTime() + 60_000).toISOString()
  const late = await ann.do('POST', `/api/tasks/${key}/comments`, { body: 'Soon?', choices, answer_by })
  baton.clock.advance(61_000)
  const { status, body } = await ann.call('POST', `/api/tasks/${key}/comments/${late.id}/answer`, { choice: 'Up' })
  expect([status, body.detail]).toEqual([409, expect.stringContaining('over')])
  const plain = await ann.do('POST', `/api/tasks/${key}/comments`, { body: 'No question' })
  expect((await ann.call('POST', `/api/tasks/${key}/comments/${plain.id}/answer`, { choice: 'Up' })).status).toBe(409)
  const alone = await call(agent, 'update_task', { task: key, choices })
  expect(alone.isError).toBe(true)
})
