import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Node } from '../../src/main/node.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { call, result, streamableClient } from '../mcp/clients.ts'
import { openSse } from '../mcp/sse/sse-stream.ts'
import { send, type Person } from '../harness/person.ts'
import { patience } from '../harness/wait.ts'
import { withoutIntervals } from '../harness/clock.ts'

let baton: Baton
let other: Node
let ann: Person
let bob: Person
beforeAll(async () => {
  baton = await startBaton()
  other = await baton.addNode()
  ann = await (await baton.person('ann')).createOrganization('acme')
  const person = await baton.person('bob')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  bob = person.in(ann.organization ?? '')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

/** An agent with its own token, a client on each node, and an API key that acts as it. */
async function agent(slug: string) {
  await ann.do('POST', '/api/agents', { name: slug, slug })
  const { token } = await ann.do('POST', '/api/settings/mcp-tokens', { name: slug, agent: slug })
  const { key, id } = await ann.do('POST', '/api/settings/api-keys', { name: slug, scopes: ['*'] })
  await baton.look('update auth.tokens set agent_id = (select id from agents where slug = $1) where id = $2', [slug, id])
  const rest = (method: string, path: string, body?: unknown) => send(baton.url, method, path, body, { authorization: `Bearer ${key}` })
  const [here, there] = [await streamableClient({ url: baton.url, token }), await streamableClient({ url: other.address, token })]
  return { token, rest, here, there, close: () => Promise.all([here.close(), there.close()]) }
}

const task = { project: 'web', title: 'By a stopped one' }

test('the very next write of a stopped agent is refused with the reason, at every door and on every node; it may read', async () => {
  const { here, there, rest, close } = await agent('runaway')
  for (const client of [here, there]) await result(client, 'create_task', { project: 'web', title: 'Before' })
  await ann.do('POST', '/api/agents/runaway/stop', { reason: 'It deletes too much' })
  for (const client of [here, there]) {
    const refused = await call(client, 'create_task', task)
    expect(refused.isError).toBe(true)
    expect(refused.content[0]?.text).toMatch(/^agent_stopped: .*owner or an admin/)
    // A person's text is not part of the server's message; programs find it in `_meta`.
    expect(refused.content[0]?.text).not.toContain('It deletes too much')
    expect(refused).toMatchObject({ _meta: { 'baton/error': { reason: 'It deletes too much' } } })
    expect(refused.content[0]?.text).toContain('"can_be_resumed_by":["@ann"')
    await result(client, 'list_tasks', { project: 'web' })
  }
  const answer = await rest('POST', '/api/tasks', task)
  expect([answer.status, answer.body.code, answer.body.reason, answer.body.stopped_by]).toEqual([
    403,
    'agent_stopped',
    'It deletes too much',
    { handle: 'ann', name: 'Name of ann' },
  ])
  expect((await rest('GET', '/api/tasks')).status).toBe(200)
  // It can't write its user's own data either, although that is another realm.
  expect((await rest('PATCH', '/api/settings/profile', { name: 'Changed' })).body.code).toBe('agent_stopped')
  expect(await baton.look('select from work_items where title = $1', [task.title])).toEqual([])
  const refusals = await baton.look("select from audit where outcome = 'agent_stopped'")
  expect(refusals.length).toBeGreaterThanOrEqual(3)
  await ann.do('POST', '/api/agents/runaway/resume')
  for (const client of [here, there]) await result(client, 'create_task', { project: 'web', title: 'After' })
  await close()
})

test('its leases are free at once, its sessions are stopped, and the log says so', async () => {
  const { here, close } = await agent('holder')
  const session = await result(here, 'create_session', { goals: ['Hold'], project: 'web' })
  const made = await result(here, 'create_task', { project: 'web', title: 'Held' })
  await result(here, 'claim_task', { task: made.key, session: session.id })
  const stopped = await ann.do('POST', '/api/agents/holder/stop', { reason: 'Enough' })
  expect(stopped).toMatchObject({ status: 'stopped', stop_reason: 'Enough', released_leases: 1, stopped_sessions: 1 })
  expect(await ann.do('GET', `/api/tasks/${made.key}`)).toMatchObject({ status: 'todo', lease_holder: null })
  expect(await ann.do('GET', `/api/sessions/${session.id}`)).toMatchObject({ status: 'stopped', leases: [] })
  const types = (await baton.look<{ type: string }>('select type from events order by seq desc limit 4')).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['agent.stopped', 'agent_session.stopped', 'task.released']))
  // Stopping it again changes nothing.
  expect(await ann.do('POST', '/api/agents/holder/stop', { reason: 'Again' })).toMatchObject({ stop_reason: 'Enough', released_leases: 0 })
  await close()
})

test('one that claims without a pause is stopped from another node, and holds nothing after', async () => {
  const { there, close } = await agent('greedy')
  const made = await Promise.all(Array.from({ length: 60 }, (_, n) => ann.do('POST', '/api/tasks', { project: 'web', title: `Prey ${n}` })))
  const claims = made.map(({ key }) => call(there, 'claim_task', { task: key }))
  await Promise.race(claims)
  const { id } = await ann.do('POST', '/api/agents/greedy/stop', { reason: 'Leave some' })
  const outcomes = (await Promise.all(claims)).map(({ isError, content }) => (isError ? content[0]?.text.split(':')[0] : 'claimed'))
  for (const outcome of outcomes) expect(['claimed', 'agent_stopped']).toContain(outcome)
  expect(await baton.look('select key from work_items where lease_agent_id = $1', [id])).toEqual([])
  await close()
})

test('its open streams are told, on another node too, and so are those who watch', async () => {
  const { token, close } = await agent('listener')
  const { address } = await withoutIntervals(() => baton.addNode())
  const stream = await openSse(address, token)
  const endpoint = (await stream.next())?.data ?? ''
  const post = (message: object) =>
    fetch(address + endpoint, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
  const clientInfo = { name: 'watcher', version: '1' }
  await post({ id: 1, method: 'initialize', params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo } })
  await stream.next()
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/ws?token=${ann.token}&organization=${ann.organization}`)
  await new Promise((resolve) => socket.once('open', resolve))
  const frames: any[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  socket.send(JSON.stringify({ subscribe: { id: 'a', to: 'organization' } }))
  // Events of the agent's earlier actions may follow the answer.
  await expect.poll(() => frames.length).toBeGreaterThan(0)
  await ann.do('POST', '/api/agents/listener/stop', { reason: 'Lunch' })
  const told = JSON.parse((await stream.next())?.data ?? '{}')
  expect(told).toMatchObject({
    method: 'notifications/message',
    params: { level: 'alert', logger: 'baton', data: { event: 'agent.stopped', agent: 'listener', reason: 'Lunch' } },
  })
  await expect.poll(() => frames.map((frame) => frame.event?.type ?? frame.type), { timeout: patience }).toContain('agent.stopped')
  await ann.do('POST', '/api/agents/listener/resume')
  expect(JSON.parse((await stream.next())?.data ?? '{}').params.data).toEqual({ event: 'agent.resumed' })
  socket.close()
  stream.abort()
  await close()
})

test('its owner and admins stop and resume it; other members, keys and the agent itself do not', async () => {
  const { rest, close } = await agent('mine')
  expect((await bob.call('POST', '/api/agents/mine/stop', { reason: 'I want to' })).status).toBe(403)
  expect((await rest('POST', '/api/agents/mine/stop', { reason: 'Me' })).body.code).toBe('needs_person')
  await ann.do('POST', '/api/agents/mine/stop', { reason: 'Pause' })
  expect((await bob.call('POST', '/api/agents/mine/resume')).status).toBe(403)
  expect((await rest('POST', '/api/agents/mine/resume')).status).toBe(403)
  const { key } = await ann.do('POST', '/api/settings/api-keys', { name: 'k', scopes: ['*'] })
  const byKey = await send(baton.url, 'POST', '/api/agents/mine/resume', {}, { authorization: `Bearer ${key}` })
  expect(byKey.body.code).toBe('needs_person')
  expect(await ann.do('POST', '/api/agents/mine/resume')).toMatchObject({ status: 'active', stop_reason: null, stopped_by: null })
  await close()
})

test('a reached budget stops it with the report that reached it, and it goes on once the budget is raised', async () => {
  const { here, close } = await agent('spender')
  await ann.do('PUT', '/api/agents/spender/budget', { daily_tokens: 1000, monthly_cost: 5 })
  const session = await result(here, 'create_session', { goals: ['Spend'] })
  const spend = (tokens_in: number) => call(here, 'checkpoint_session', { session: session.id, progress: 'Spent', usage: { tokens_in } })
  expect((await spend(999)).structuredContent.status).toBe('running')
  expect((await spend(1)).structuredContent).toMatchObject({ status: 'stopped', checkpoint: { number: 2 } })
  const refused = await spend(1)
  expect(refused.content[0]?.text).toMatch(/^agent_stopped: /)
  expect(refused.content[0]?.text).toContain('"reason":"over_budget"')
  expect(await ann.do('GET', '/api/agents/spender')).toMatchObject({ status: 'stopped', stopped_by: null })
  expect((await ann.call('POST', '/api/agents/spender/resume')).body).toMatchObject({ code: 'conflict', limit: 'daily_tokens' })
  expect(await ann.do('GET', '/api/agents/spender/budget')).toMatchObject({ reached: 'daily_tokens', used: { daily_tokens: 1000 } })
  expect(await ann.do('PUT', '/api/agents/spender/budget', { daily_tokens: 2000 })).toMatchObject({ monthly_cost: 5, reached: null })
  await ann.do('POST', '/api/agents/spender/resume')
  await result(here, 'create_session', { goals: ['Go on'] })
  // A budget set below the current usage stops it immediately.
  await ann.do('PUT', '/api/agents/spender/budget', { daily_tokens: 500 })
  expect((await ann.do('GET', '/api/agents/spender')).status).toBe('stopped')
  await close()
})

const job = (name: string, input: object) =>
  execute(baton.node.assembly.kernel, operations.get(name)!, system(ann.organization ?? ''), input, { door: 'worker' })
const hours = async (count: number) => {
  baton.clock.advance(count * 3_600_000)
  await ann.logInAgain()
}

test('a paused agent writes nothing and keeps its session and lease; resumed, it goes on where it was', async () => {
  const { here, close } = await agent('patient')
  const session = await result(here, 'create_session', { goals: ['Wait'], project: 'web' })
  const made = await result(here, 'create_task', { project: 'web', title: 'Kept' })
  const { lease } = await result(here, 'claim_task', { task: made.key, session: session.id, minutes: 15 })
  const held = await ann.do('GET', `/api/tasks/${made.key}`)
  expect(Date.parse(held.lease.until) - Date.parse(held.lease.from)).toBeCloseTo(15 * 60_000, -3)
  const paused = await ann.do('POST', '/api/agents/patient/pause', { reason: 'Lunch' })
  expect(paused).toMatchObject({
    status: 'stopped',
    stop_reason: 'Lunch',
    kept_leases: 1,
    kept_sessions: 1,
    paused_until: expect.any(String),
  })
  expect(await ann.do('POST', '/api/agents/patient/pause', { reason: 'Again' })).toMatchObject({ stop_reason: 'Lunch', kept_leases: 0 })
  expect((await call(here, 'create_task', task)).content[0]?.text).toMatch(
    /^agent_stopped: This agent is paused.* Its session and leases are kept/,
  )
  await hours(3)
  const [{ id }] = (await baton.look<{ id: string }>('select id from work_items where key = $1', [made.key])) as [{ id: string }]
  const [{ lease_fence }] = (await baton.look<any>('select lease_fence from work_items where id = $1', [id])) as [any]
  await job('expireLease', { task_id: id, fence: Number(lease_fence) })
  await job('loseSession', { session_id: session.id })
  expect((await ann.do('GET', '/api/agents-at-work')).items.find(({ slug }: any) => slug === 'patient')).toMatchObject({
    status: 'paused',
    task: { key: made.key },
    session: { status: 'running' },
  })
  expect(await ann.do('POST', '/api/agents/patient/resume')).toMatchObject({ status: 'active', paused_until: null })
  expect(await result(here, 'checkpoint_session', { session: session.id, progress: 'Back' })).toMatchObject({ status: 'running' })
  const term = (await ann.do('GET', `/api/tasks/${made.key}`)).lease
  expect(Date.parse(term.until) - Date.parse(term.from)).toBeCloseTo(30 * 60_000, -3)
  // Its calls are recorded a moment later.
  const status = async () => (await ann.do('GET', '/api/agents-at-work')).items.find(({ slug }: any) => slug === 'patient').status
  await expect.poll(status).toBe('running')
  await result(here, 'complete_task', { task: made.key, fence: lease.fence, notes: 'Done after the pause' })
  await close()
})

test('a pause that nobody ends becomes a stop after a day, and so does one that is stopped', async () => {
  const { here, close } = await agent('forgotten')
  const session = await result(here, 'create_session', { goals: ['Wait'], project: 'web' })
  const made = await result(here, 'create_task', { project: 'web', title: 'Given back' })
  await result(here, 'claim_task', { task: made.key, session: session.id })
  const { id } = await ann.do('POST', '/api/agents/forgotten/pause', { reason: 'Lunch' })
  expect(await job('endPause', { agent_id: id })).toEqual({ stopped: false })
  await hours(25)
  expect(await job('endPause', { agent_id: id })).toEqual({ stopped: true })
  expect(await ann.do('GET', `/api/tasks/${made.key}`)).toMatchObject({ lease: null })
  expect(await ann.do('GET', `/api/sessions/${session.id}`)).toMatchObject({ status: 'stopped' })
  expect(await ann.do('GET', '/api/agents/forgotten')).toMatchObject({ status: 'stopped', paused_until: null, stop_reason: 'Lunch' })
  expect((await ann.call('POST', '/api/agents/forgotten/pause', { reason: 'x' })).body.code).toBe('conflict')
  await ann.do('POST', '/api/agents/forgotten/resume')
  const again = await result(here, 'create_session', { goals: ['Again'], project: 'web' })
  await ann.do('POST', '/api/agents/forgotten/pause', { reason: 'Lunch' })
  expect(await ann.do('POST', '/api/agents/forgotten/stop', { reason: 'For good' })).toMatchObject({
    stopped_sessions: 1,
    paused_until: null,
  })
  expect(await ann.do('GET', `/api/sessions/${again.id}`)).toMatchObject({ status: 'stopped' })
  await close()
})
