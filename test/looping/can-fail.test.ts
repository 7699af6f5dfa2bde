import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { checkBadInput } from './bad-input.ts'
import { brokenOperations } from './broken-operations.ts'
import { checkCatalogue } from './catalogue.ts'
import { checkDeclarations, checkEndpoints, checkTools, readRows } from './contract-rows.ts'
import { checkIdempotency } from './idempotency.ts'
import { checkIsolation } from './isolation.ts'
import { Places } from './places.ts'
import { patience } from './scene-template.ts'
import { Scene } from './scene.ts'
import { checkWalls } from './walls.ts'
import type { World } from './world.ts'

let places: Places
let world: World
const broken = brokenOperations(() => world.look)
const rows = readRows()

beforeAll(async () => {
  places = await Places.open(new Map([...operations, ...broken]))
  world = places.world
}, patience)
afterAll(() => world?.close())

const faulty = (name: string): Operation => broken.get(name) as Operation
const changed = (name: string, changes: object): Map<string, Operation> => {
  const before = operations.get(name) as Operation
  return new Map([...operations, [name, { ...before, contract: { ...before.contract, ...changes } as Operation['contract'] }]])
}

test('isolation finds an operation that shows another tenant’s row', async () => {
  const { failures } = await checkIsolation(places, faulty('leaky'))
  expect(failures).toContainEqual(
    expect.stringMatching(
      /^leaky \| GET .* \| path task \| owner of another organization: a foreign name and a made-up one are told apart/,
    ),
  )
  expect(failures).toContainEqual(expect.stringMatching(/^leaky .* member without access: the answer holds the victim’s/))
})

test('isolation finds an operation that changes another tenant’s row and says nothing', async () => {
  const { failures } = await checkIsolation(places, faulty('reaching'))
  expect(failures).toContainEqual(
    expect.stringMatching(/^reaching .* path task \| owner of another organization: the victim’s rows changed in public\.work_items/),
  )
})

test('isolation finds a change that a viewer can make', async () => {
  const { failures } = await checkIsolation(places, faulty('open'))
  expect(failures).toContainEqual(expect.stringMatching(/^open .* viewer: expected 403/))
})

test('isolation finds a check that proves nothing, because the operation does not work at all', async () => {
  const { failures } = await checkIsolation(places, {
    ...faulty('leaky'),
    contract: { ...faulty('leaky').contract, http: [{ method: 'GET', path: '/api/broken/nowhere/:task' }] },
  })
  expect(failures).toContainEqual(expect.stringMatching(/positive control: expected 200, got 404/))
})

test('bad input finds an operation that crashes on some input, and one that does not answer', async () => {
  const crashing = await checkBadInput(places, faulty('crashing'), { runs: 1, every: 1 }, 1)
  expect(crashing.failures).toContainEqual(expect.stringMatching(/^crashing .*%.*: answered 500/))
  const hanging = await checkBadInput(places, faulty('hanging'), { runs: 1, every: 1 }, 1)
  expect(hanging.failures).toEqual([expect.stringMatching(/^hanging .*%s%n.*: answered 503 .*This took too long/)])
})

test('idempotency finds an operation that happens twice', async () => {
  const { failures } = await checkIdempotency(places, faulty('repeating'))
  expect(failures).toContainEqual(expect.stringMatching(/^repeating .* repeated: the repeat changed public\.work_items/))
})

test('contract rows: a row that nobody serves', () => {
  const without = new Map([...operations].filter(([name]) => name !== 'getTask'))
  expect(checkEndpoints(without, rows)).toContainEqual(expect.stringMatching(/tasks\/:taskId is not served$/))
  expect(checkTools(without, rows)).toEqual(['get_task is not served'])
})

test('contract rows: what only refuses, or lacks a part, does not count as served', () => {
  for (const changes of [{ rehearsal: { refuses: 'conflict' } }, { incomplete: 'It cannot do the half of it yet.' }]) {
    const broken = changed('listProjects', changes)
    expect(checkTools(broken, rows)).toEqual(['list_projects only refuses or is incomplete'])
    expect(checkEndpoints(broken, rows)).toEqual(['GET /api/projects: listProjects only refuses or is incomplete'])
  }
})

test('contract rows: two operations on one path, the wrong access, a tool too many', () => {
  expect(
    checkEndpoints(
      changed('getTask', { http: [...(operations.get('getTask')?.contract.http ?? []), { method: 'GET', path: '/api/projects/:name' }] }),
      rows,
    ),
  ).toContainEqual(expect.stringMatching(/is mounted there already/))
  expect(checkEndpoints(changed('listProjects', { realm: 'public', permission: 'anyone' }), rows)).toEqual([
    expect.stringMatching(/^GET \/api\/projects is for user/),
  ])
  expect(checkTools(changed('getEpic', { mcp: { tool: 'get_epic', category: 'Tasks', description: '' } }), rows)).toEqual([
    'getEpic: the tool get_epic is none of tools.tsv',
  ])
})

test('declarations: an operation without permission or realm, and a read that is none', () => {
  expect(checkDeclarations(changed('getTask', { permission: undefined }))).toContain(
    'getTask: permission undefined does not fit the realm organization',
  )
  expect(checkDeclarations(changed('getTask', { realm: undefined }))).toContain('getTask: has no realm (undefined)')
  expect(checkDeclarations(changed('getTask', { permission: 'task:anything' }))).toContain(
    'getTask: permission task:anything does not fit the realm organization',
  )
  expect(checkDeclarations(broken)).toContain('open: effect change does not fit task:read')
})

test('second wall: a table without a class, one without row-level security, and a policy that lets everybody through', async () => {
  const [one, other] = [await Scene.open(world, world.stranger), await Scene.open(world, world.victim)]
  await world.look('create table unclassed (id uuid)')
  await world.look('create table unwalled (org_id uuid, id uuid, primary key (id))')
  await world.look("comment on table unwalled is 'tenant'")
  await world.look('grant select, insert, update, delete on unwalled to baton_app, baton_public')
  await world.look('insert into unwalled values ($1, gen_random_uuid()), ($2, gen_random_uuid())', [
    one.organization.id,
    other.organization.id,
  ])
  const found = await checkCatalogue(world.look)
  expect(found).toContainEqual(expect.stringMatching(/^public\.unclassed: its COMMENT names no class/))
  expect(found).toContain('public.unwalled: row-level security must be enabled and forced')
  expect(found).toContain('public.unwalled: its primary key (id) does not begin with org_id')
  expect(found).toContain('public.unwalled: the public role may use it')
  const side = (scene: Scene) => ({ org: scene.organization.id, user: scene.person.user.id })
  const { failures } = await checkWalls(world, side(one), side(other))
  for (const check of ['select', 'update', 'delete', 'insert', 'nothingSet']) {
    expect(failures).toContainEqual(expect.stringMatching(new RegExp(`^baton_app \\| public\\.unwalled \\| ${check}:`)))
  }
})
