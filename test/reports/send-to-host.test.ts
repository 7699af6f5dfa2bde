import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, ownerOf, startWithGitHub, type WithGitHub } from '../code-host/connected.ts'
import { startWorker } from '../harness/worker.ts'
import { patience } from '../harness/wait.ts'

let world: WithGitHub
let worker: { close(): Promise<void> }
beforeAll(async () => {
  world = await startWithGitHub()
  worker = await startWorker(world.baton)
})
afterAll(async () => {
  await worker.close()
  await world.close()
})

test('a report becomes an issue at the code host, with the text that was checked, once; and only where its administrator may write', async () => {
  const repository = await world.github.addRepository('reports')
  await repository.push('main', 'First', { 'a.ts': 'a' })
  const ann = await ownerOf(world, repository)
  const { id: repo } = await connect(ann, repository)
  await world.baton.look("update auth.accounts set role = 'admin' where user_id = $1", [ann.user.id])
  const root = await world.baton.administrator()
  const { id } = await ann.do('POST', '/api/issues', { title: 'It breaks', body: 'Our client Acme saw it' })
  expect((await root.call('PATCH', `/api/admin/issues/${id}`, { send_to: repo })).status).toBe(404)
  const shown = await ann.do('GET', `/api/admin/issues/${id}`)
  expect(shown.repositories).toEqual([{ id: repo, name: repository.name }])
  await ann.do('PATCH', `/api/admin/issues/${id}`, { send_to: repo, host_body: 'A client saw it' })
  const get = () => ann.do('GET', `/api/admin/issues/${id}`)
  await expect.poll(async () => (await get()).host_url, { timeout: patience }).toContain('/issues/')
  const issues = () => world.github.act('octocat', 'GET', `/repos/${repository.name}/issues`)
  expect(await issues()).toMatchObject([{ title: 'It breaks', body: expect.stringMatching(/^A client saw it\n\n<!-- baton-report /) }])
  const before = (await get()).version
  await ann.do('PATCH', `/api/admin/issues/${id}`, { send_to: repo, host_body: 'Again' })
  await expect.poll(async () => (await get()).version, { timeout: patience }).toBeGreaterThan(before + 1)
  expect(await issues()).toHaveLength(1)
})
