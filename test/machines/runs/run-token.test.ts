import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../../looping/mcp-client.ts'
import type { RunBody } from '../../../src/platform/tunnel-protocol.ts'
import { RunScene, type StoredMachine } from './run-scene.ts'

let scene: RunScene
let laptop: StoredMachine
let frame: RunBody
beforeAll(async () => {
  scene = await RunScene.start()
  laptop = await scene.machine('Laptop')
  await scene.assigned()
  frame = await laptop.takeOne()
})
afterAll(() => scene.close())

const call = (tool: string, input: object = {}) => callTool(scene.baton.url, frame.mcp.token, tool, input)

test('the token acts as the agent in its own session, and the task is claimed for it', async () => {
  const claimed = await call('claim_task', { task: frame.task.key })
  expect(claimed.status).toBe(200)
  expect(claimed.text).toContain('fence')
  const [session, ...more] = await scene.baton.look<{ id: string; client_session: string }>(
    `select s.id, i.client_session from agent_sessions s join agent_instances i on i.id = s.instance_id where s.agent_id = $1`,
    [scene.agent.id],
  )
  expect(more).toEqual([])
  expect(session?.client_session).toBe(frame.run)
  const told = await call('checkpoint_session', { session: session?.id, progress: 'Half way', client_session: 'another-window' })
  expect(told.status).toBe(200)
})

test('the token sees its project, and nothing of another', async () => {
  const { key: far } = await scene.ann.api.createTask({ project: 'other', title: 'Canary elsewhere' })
  const projects = await call('list_projects')
  expect(projects.text).toContain('"web"')
  expect(projects.text).not.toContain('slug: other')
  expect(projects.body).toMatchObject({ items: [{ slug: 'web' }], other_organizations: [] })
  expect((await call('list_tasks', {})).text).not.toContain('Canary')
  expect((await call('get_task', { task: far })).status).toBe(404)
  expect((await call('search', { query: 'Canary elsewhere' })).text).not.toContain(far)
  expect((await call('create_task', { project: 'other', title: 'Over the wall' })).status).toBe(404)
  expect((await call('create_task', { project: 'web', title: 'Found on the way' })).status).toBe(200)
  const comment = await scene.ann.api.createComment({ item: far, body: `@${scene.agent.slug} Canary in a comment` })
  expect((await call('list_tasks', { project: 'web' })).text).not.toContain('Canary')
  const [delivery] = await scene.baton.look('select delivered_at from comment_deliveries where comment_id = $1', [comment.id])
  expect(delivery).toMatchObject({ delivered_at: null })
})

test('the token is no key of the web API, is listed nowhere, and is stored as a digest', async () => {
  const answer = await scene.ann.call('GET', '/api/projects', undefined, { authorization: `Bearer ${frame.mcp.token}` })
  expect(answer.status).toBe(401)
  expect((await scene.ann.api.listMcpTokens({})).items).toEqual([])
  const [row] = await scene.baton.look<{ row: string; lasts: boolean }>(
    "select t::text as row, expires_at <= created_at + interval '24 hours' as lasts from auth.tokens t where run_id = $1",
    [frame.run],
  )
  expect(row?.row).not.toContain(frame.mcp.token.slice(9))
  expect(row?.lasts).toBe(true)
})

test('the token is dead with the transaction that ends the run', async () => {
  expect((await call('list_projects')).status).toBe(200)
  await laptop.ended(frame)
  expect((await call('list_projects')).status).toBe(401)
  const [row] = await scene.baton.look<{ same: boolean }>(
    'select t.xmin = r.xmin and t.revoked_at is not null as same from auth.tokens t join runs r on r.token_id = t.id where r.id = $1',
    [frame.run],
  )
  expect(row?.same).toBe(true)
})
