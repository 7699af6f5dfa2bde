import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeRepository } from '../../assistant/stored-repository.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { answerActions, storeMachine } from './stored-machine.ts'

let baton: Baton
let ann: Person
let bob: Person
let cid: Person
const head = 'a'.repeat(40)
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  cid = (await baton.person('cid')).in(ann.organization ?? '')
  for (const user of ['bob', 'cid']) await ann.do('POST', '/api/organization/members', { user })
  await ann.do('POST', '/api/teams', { name: 'Web', handle: 'web-team' })
  await ann.do('POST', '/api/teams/web-team/members', { user: 'bob' })
  await ann.do('POST', '/api/projects', { name: 'Shop', slug: 'shop' })
  await storeRepository(baton, ann, 'shop', head, [], 'acme/shop')
})
afterAll(() => baton.close())

const space = async (name: string) => {
  const made = await ann.api.createWorkspace({ name, projects: ['shop'] })
  await ann.do('POST', `/api/workspaces/${made.slug}/teams`, { team: 'web-team', role: 'editor' })
  return made.slug
}
const report = (local_id: string, more: object = {}) => ({
  local_id,
  path: `/src/${local_id}`,
  repository: 'acme/shop',
  branch: 'main',
  head,
  ...more,
})

test('a person adds checkouts of their own machines, and a role in the workspace is needed to see them', async () => {
  const workspace = await space('Own')
  const [hers, his] = [await storeMachine(baton, ann, 'hers'), await storeMachine(baton, bob, 'his')]
  const at = `/api/workspaces/${workspace}/checkouts`
  expect((await bob.call('POST', at, { machine: hers, path: '/src' })).status).toBe(403)
  expect((await cid.call('POST', at, { machine: hers, path: '/src' })).status).toBe(403)
  const added = await bob.do('POST', at, { machine: his, path: '/home/bob/shop', repository: 'acme/shop' })
  expect(added).toMatchObject({ machine: { name: 'his', owner: 'bob', online: true }, local_id: '/home/bob/shop', checked_at: null })
  expect((await bob.call('POST', at, { machine: his, path: '/home/bob/shop' })).status).toBe(409)
  expect((await ann.do('GET', `/api/workspaces/${workspace}`)).checkouts).toMatchObject([{ id: added.id }])
  expect((await cid.do('GET', `/api/workspaces/${workspace}`)).checkouts).toEqual([])
  expect((await cid.call('DELETE', `${at}/${added.id}`)).status).toBe(404)
  await bob.do('DELETE', `${at}/${added.id}`)
  expect((await ann.do('GET', `/api/workspaces/${workspace}`)).checkouts).toEqual([])
})

test('a machine’s report is idempotent by local_id', async () => {
  const workspace = await space('Reports')
  const machine = await storeMachine(baton, bob, 'reporting')
  const sync = (checkouts: object[]) => bob.do('POST', '/api/workspaces/sync', { workspace, machine, checkouts })
  const first = await sync([report('one', { dirty_files: ['a.ts'] }), report('two')])
  expect(first.checked).toMatchObject([
    { local_id: 'one', dirty_files: ['a.ts'], branch: 'main', head },
    { local_id: 'two', dirty_files: [] },
  ])
  const again = await sync([report('one', { branch: 'next', worktrees: [{ path: '/src/wt', branch: 'fix', head }] })])
  expect(again.checked).toHaveLength(1)
  const { checkouts } = await bob.do('GET', `/api/workspaces/${workspace}`)
  expect(checkouts).toMatchObject([
    { id: first.checked[0].id, branch: 'next', dirty_files: [], worktrees: [{ path: '/src/wt', branch: 'fix' }] },
    { id: first.checked[1].id, branch: 'main' },
  ])
  expect((await ann.call('POST', '/api/workspaces/sync', { workspace, machine, checkouts: [] })).status).toBe(403)
  expect((await bob.call('POST', '/api/workspaces/sync', { machine, checkouts: [] })).status).toBe(400)
})

test('sync asks every connected machine for its checkouts and says who did not answer and why', async () => {
  const workspace = await space('Asked')
  const names = { quick: {}, silent: {}, broken: {}, garbled: {}, away: { online: false }, closed: { actions: [] } }
  const ids: Record<string, string> = {}
  for (const [name, how] of Object.entries(names)) {
    const machine = (ids[name] = await storeMachine(baton, bob, name, how))
    await bob.do('POST', `/api/workspaces/${workspace}/checkouts`, { machine, path: `/src/${name}`, repository: 'acme/shop' })
  }
  const status = () => `# branch.oid ${head}\n# branch.head main\n1 .M N... 100644 100644 100644 ${head} ${head} src/x y.ts\n? new.ts\n`
  const answers = Promise.all([
    answerActions(baton, ids['quick'] ?? '', {
      'git.status': status,
      'git.worktrees': (path) =>
        `worktree ${path}\nHEAD ${head}\nbranch refs/heads/main\n\nworktree /wt\nHEAD ${head}\nbranch refs/heads/fix\n\n`,
    }),
    answerActions(baton, ids['broken'] ?? '', { 'git.status': () => 'fatal: not a git repository' }, 'failed'),
    answerActions(baton, ids['garbled'] ?? '', { 'git.status': () => 'Hello!' }),
  ])
  // Bob has added his machines to the workspace, so Ann may query them.
  const answer = await ann.do('POST', '/api/workspaces/sync', { workspace })
  await answers
  expect(answer.checked).toMatchObject([{ machine: { name: 'quick' }, head, branch: 'main', dirty_files: ['src/x y.ts', 'new.ts'] }])
  expect(answer.checked[0].worktrees).toEqual([{ path: '/wt', branch: 'fix', head }])
  const told = Object.fromEntries(answer.unanswered.map((one: any) => [one.machine.name, one.reason]))
  expect(told).toEqual({ silent: 'no_answer', broken: 'failed', garbled: 'unreadable', away: 'offline', closed: 'not_allowed' })
  const open = await baton.look("select from tunnel_actions where state in ('approved', 'sent', 'acknowledged')")
  expect(open).toEqual([])
  expect((await cid.call('POST', '/api/workspaces/sync', { workspace })).status).toBe(403)
  expect(await cid.do('POST', '/api/workspaces/sync', {})).toEqual({ checked: [], unanswered: [] })
})

test('a workspace says whether a task can run now, and where', async () => {
  const workspace = await space('Running')
  const task = await ann.do('POST', '/api/tasks', { project: 'shop', title: 'Run me' })
  const ask = async () => (await ann.do('GET', `/api/workspaces/${workspace}?task=${task.key}`)).runnable
  const project = { slug: 'shop' }
  expect(await ask()).toMatchObject([{ project, can_run: false, why_not: 'no_checkout', machines: [] }])
  const machine = await storeMachine(baton, bob, 'runner')
  const at = `/api/workspaces/${workspace}/checkouts`
  await bob.do('POST', at, { machine, path: '/src/other', repository: 'acme/other' })
  expect(await ask()).toMatchObject([{ can_run: false, why_not: 'no_checkout' }])
  await bob.do('POST', at, { machine, path: '/src/shop', repository: 'Acme/Shop' })
  expect(await ask()).toMatchObject([{ can_run: true, why_not: null, machines: [{ name: 'runner', path: '/src/shop', dirty: false }] }])
  baton.clock.advance(46_000)
  expect(await ask()).toMatchObject([{ can_run: false, why_not: 'offline', machines: [] }])
  await ann.do('POST', '/api/projects', { name: 'Elsewhere', slug: 'elsewhere' })
  const foreign = await ann.do('POST', '/api/tasks', { project: 'elsewhere', title: 'Not here' })
  expect((await ann.do('GET', `/api/workspaces/${workspace}?task=${foreign.key}`)).runnable).toEqual([])
})
