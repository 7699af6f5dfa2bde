import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { TestMachine } from '../machines.ts'

let baton: Baton
let ann: Person
let bob: Person
let machine: TestMachine
let folder: string
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-C', folder, ...args], { encoding: 'utf8' }).trim()

/** The example from docs/workspaces.md, with this folder as its jail. */
function documentedAllowFile(jail: string): string {
  const text = readFileSync(new URL('../../../docs/workspaces.md', import.meta.url), 'utf8')
  const [, example = ''] = text.match(/```json\n([^]*?)```/) ?? []
  return JSON.stringify({ ...JSON.parse(example), jail: [jail] })
}

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  await ann.do('POST', '/api/teams', { name: 'Web', handle: 'web-team' })
  await ann.do('POST', '/api/teams/web-team/members', { user: 'bob' })
  await ann.api.createWorkspace({ name: 'Shop', team: 'web-team' })
  machine = await TestMachine.pair(bob)
  folder = join(machine.folder, 'a shop')
  mkdirSync(folder)
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(folder, 'kept.txt'), 'one')
  git('add', '.')
  git('commit', '--quiet', '--message=First')
  writeFileSync(machine.home.path('allow.json'), documentedAllowFile(machine.folder))
  await machine.start().online()
})
afterAll(async () => {
  await machine?.close()
  await baton?.close()
})

test('a real machine tells how its checkouts are, by the actions of the documentation', async () => {
  const at = '/api/workspaces/shop/checkouts'
  await bob.do('POST', at, { machine: machine.id, path: folder })
  const sync = () => ann.do('POST', '/api/workspaces/sync', { workspace: 'shop' })
  const clean = await sync()
  expect(clean.unanswered).toEqual([])
  expect(clean.checked).toMatchObject([{ head: git('rev-parse', 'HEAD'), branch: 'main', dirty_files: [], worktrees: [] }])

  git('worktree', 'add', '--quiet', '-b', 'fix', join(machine.folder, 'worktree'))
  writeFileSync(join(folder, 'kept.txt'), 'two')
  writeFileSync(join(folder, 'new.txt'), 'three')
  const dirty = await sync()
  expect(dirty.checked).toMatchObject([
    {
      id: clean.checked[0].id,
      dirty_files: ['kept.txt', 'new.txt'],
      worktrees: [{ path: join(machine.folder, 'worktree'), branch: 'fix' }],
    },
  ])

  // The owner of the machine sees what it was asked, and by whom.
  const { items } = await bob.api.listTunnelActionHistory({ tunnel: machine.id })
  expect(new Set(items.map((one) => `${one.action} ${one.state}`))).toEqual(new Set(['git.status done', 'git.worktrees done']))
  expect(new Set(items.map((one) => one.decided_by))).toEqual(new Set([ann.user.id]))

  // The machine refuses a folder outside those it allows.
  await bob.do('POST', at, { machine: machine.id, path: '/etc' })
  const refused = await sync()
  expect(refused.checked).toMatchObject([{ path: folder }])
  expect(refused.unanswered).toMatchObject([{ reason: 'failed', detail: expect.stringContaining('leads out of the folders') }])
})
