import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, ownerOf, startWithGitHub, type WithGitHub } from '../code-host/connected.ts'
import { agentOf } from '../features/acme.ts'

let world: WithGitHub
beforeAll(async () => void (world = await startWithGitHub()))
afterAll(() => world.close())

test('AGENTS.md comes as a pull request if asked for, once for the same content', async () => {
  const repository = await world.github.addRepository('agents-md')
  await repository.push('main', 'First', { 'package.json': '{"scripts":{"test":"vitest"}}', 'AGENTS.md': 'Ask Ann first.\n' })
  const ann = await ownerOf(world, repository)
  const tool = await agentOf(ann)
  expect((await tool('generate_agents_md', { project: 'web', open_pr: true })).text).toContain('No repository is connected')
  const { id } = await connect(ann, repository)
  expect((await tool('generate_agents_md', { project: 'web' })).body).toMatchObject({ changed: true, repo: repository.name })
  expect(repository.pulls.size).toBe(0)
  const { body } = await tool('generate_agents_md', { project: 'web', open_pr: true })
  expect(body).toMatchObject({ repo: repository.name, path: 'AGENTS.md', changed: true, pull_request: { existed: false } })
  const pull = repository.pulls.get(body.pull_request.number)
  expect(pull).toMatchObject({ title: 'Update AGENTS.md', base: 'main', head: body.pull_request.branch })
  const file = (await repository.git.blob((await repository.git.resolve(`${pull?.head}:AGENTS.md`)) ?? '')).toString()
  expect(file).toMatch(/^Ask Ann first\.\n[\s\S]*`npm test` runs `vitest`/)
  expect((await ann.do('GET', `/api/repos/${id}/pulls`)).items).toMatchObject([{ number: pull?.number, title: 'Update AGENTS.md' }])
  const again = await ann.do('POST', '/api/projects/web/agents-md', {})
  expect(again.pull_request).toEqual({ ...body.pull_request, existed: true })
  expect(repository.pulls.size).toBe(1)
  // Once it is merged and synced, there is nothing left to propose.
  await repository.merge(pull?.number ?? 0)
  await ann.do('POST', `/api/repos/${id}/sync`, {})
  expect(await ann.do('POST', '/api/projects/web/agents-md', {})).toMatchObject({ changed: false, pull_request: null })
  const reader = await world.baton.person('reader')
  await ann.do('POST', '/api/organization/members', { user: 'reader', role: 'viewer' })
  const refused = await reader.in(ann.organization ?? '').call('POST', '/api/projects/web/agents-md', {})
  expect(refused.status).toBe(403)
})
