import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, ownerOf, startWithGitHub, type WithGitHub } from '../code-host/connected.ts'

let world: WithGitHub
beforeAll(async () => void (world = await startWithGitHub()))
afterAll(() => world.close())

let count = 0
/** A task with a branch, a commit, a pull request and a check of its own. */
async function withTask() {
  const repository = await world.github.addRepository(`reading-${++count}`)
  await repository.push('main', 'First', { 'README.md': '# Hello' })
  const ann = await ownerOf(world, repository)
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Pay' })
  const branch = `${task.key}-pay`
  const sha = await repository.push(branch, `${task.key} Pay by card`, { 'src/pay.ts': 'a' }, { from: 'main' })
  const pull = await repository.openPull(branch, `${task.key}: Pay by card`, { author: 'bob' })
  repository.runWorkflow(sha, '.github/workflows/ci.yml', { tests: 'success', lint: 'failure', e2e: null }, { branch })
  const { id } = await connect(ann, repository)
  return { repository, ann, task, branch, sha, pull, id }
}

test('a task shows its pull requests, branches and commits, and a branch its tasks', async () => {
  const { repository, ann, task, branch, sha, pull, id } = await withTask()
  const of = { repository_id: id, repo: repository.name, tasks: [task.key] }
  expect(await ann.do('GET', `/api/tasks/${task.key}/code`)).toEqual({
    pull_requests: [expect.objectContaining({ ...of, number: pull.number, state: 'open', author: 'bob', head_sha: sha })],
    branches: [expect.objectContaining({ ...of, name: branch, sha, url: expect.stringMatching(`/tree/${branch}$`) })],
    commits: [expect.objectContaining({ ...of, sha, subject: `${task.key} Pay by card` })],
  })
  const branches = await ann.do('GET', `/api/repos/${id}/branches`)
  expect(branches.items).toContainEqual(expect.objectContaining({ name: branch, tasks: [task.key] }))
  expect(branches.items).toContainEqual(expect.objectContaining({ name: 'main', tasks: [] }))
  expect((await ann.do('GET', '/api/repos')).items).toMatchObject([{ branches: 2, open_pull_requests: 1 }])
})

test('a feature shows the code of its tasks, and what stands at its commit though nothing names it', async () => {
  const { repository, ann, task, sha, pull, id } = await withTask()
  const other = await repository.push('no-key', 'Something else', { 'b.ts': 'b' }, { from: 'main' })
  await ann.do('POST', `/api/repos/${id}/sync`, {})
  const feature = await ann.do('POST', '/api/features', { project: 'web', title: 'Payments', tasks: [task.key] })
  const shown = await ann.do('GET', `/api/features/${feature.ref}/code`)
  expect(shown.pull_requests.map((one: { number: number }) => one.number)).toEqual([pull.number])
  expect(shown.commits.map((one: { sha: string }) => one.sha)).toEqual([sha])
  expect(shown.branches).toHaveLength(1)
  await ann.do('POST', `/api/features/${feature.id}/commits`, { commit: other })
  expect((await ann.do('GET', `/api/features/${feature.ref}/code`)).branches).toContainEqual(
    expect.objectContaining({ name: 'no-key', tasks: [] }),
  )
})

test('pull requests of all repositories come with their checks and features, page by page and filtered', async () => {
  const { repository, ann, task, pull, id } = await withTask()
  await ann.do('POST', '/api/features', { project: 'web', title: 'Payments', tasks: [task.key] })
  await repository.push('draft', 'Draft', { 'c.ts': 'c' }, { from: 'main' })
  const draft = await repository.openPull('draft', 'Try it', { draft: true })
  await ann.do('POST', `/api/repos/${id}/sync`, {})
  const { items } = await ann.do('GET', '/api/pulls?state=open')
  expect(items).toHaveLength(2)
  expect(items).toContainEqual(
    expect.objectContaining({
      number: pull.number,
      repo: repository.name,
      checks: { passed: 1, failed: 1, running: 1 },
      gates_check: null,
      tasks: [task.key],
      features: [expect.objectContaining({ title: 'Payments', proof: 'none' })],
    }),
  )
  const first = await ann.do('GET', '/api/pulls?limit=1')
  const second = await ann.do('GET', `/api/pulls?limit=1&cursor=${encodeURIComponent(first.next_cursor)}`)
  const numbers = [...first.items, ...second.items].map((one: { number: number }) => one.number)
  expect(new Set(numbers)).toEqual(new Set([pull.number, draft.number]))
  expect((await ann.do('GET', '/api/pulls?author=bob')).items).toMatchObject([{ number: pull.number }])
  expect((await ann.do('GET', `/api/pulls?repo=${id}&state=merged`)).items).toEqual([])
  await ann.do('POST', '/api/projects', { name: 'Other', slug: 'other' })
  expect((await ann.do('GET', '/api/pulls?project=other')).items).toEqual([])
})

test('who does not see the project sees neither its code nor its pull requests', async () => {
  const { ann, task } = await withTask()
  await ann.api.updateProject({ project: 'web', visibility: 'private' })
  const bob = await world.baton.person()
  await ann.api.addMember({ user: bob.user.handle, role: 'member' })
  const inside = bob.in(ann.organization as string)
  expect((await inside.do('GET', '/api/pulls')).items).toEqual([])
  expect((await inside.call('GET', `/api/tasks/${task.key}/code`)).status).toBe(404)
})

test('an administrator reads what the App needs, and never a secret', async () => {
  const person = await world.baton.person()
  expect((await person.call('GET', '/api/admin/github')).status).toBe(403)
  const operator = await world.baton.administrator()
  const setup = await operator.do('GET', '/api/admin/github')
  expect(setup).toMatchObject({
    app: true,
    host: world.github.url,
    manifest: { default_permissions: { checks: 'write', contents: 'write' } },
  })
  expect(setup.variables.every(({ is_set }: { is_set: boolean }) => is_set)).toBe(true)
  expect(JSON.stringify(setup)).not.toContain(world.github.settings['CODEHOST_CLIENT_SECRET'])
  const page = await fetch(`${world.baton.url}/pages/github-app?account=acme&state=abc`)
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${world.github.url};`)
  const text = await page.text()
  expect(text).toContain(`action="${world.github.url}/organizations/acme/settings/apps/new?state=abc"`)
  expect(text).toContain('/api/repos/github/webhook')
  expect(await (await fetch(`${world.baton.url}/pages/github-app?account=../../x`)).text()).toContain(
    `action="${world.github.url}/settings/apps/new"`,
  )
})
