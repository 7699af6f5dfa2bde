import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { newId } from '../../src/platform/ids.ts'
import { roleUrl } from '../../src/platform/database-login.ts'
import { sql } from '../../src/platform/postgres.ts'
import type { Person } from '../harness/person.ts'
import { checkCatalogue } from './catalogue.ts'
import { ownedTables } from './organization-state.ts'
import { rehearse } from './rehearse.ts'
import { Scene } from './scene.ts'
import { checkWalls, type Side } from './walls.ts'
import { leaveTraces, letWorkerAct } from './worker-acts.ts'
import { startWorld, type World } from './world.ts'

let world: World
let a: Side
let b: Side

beforeAll(async () => {
  world = await startWorld(operations)
  a = await fill(world.stranger)
  b = await fill(world.victim)
}, 180_000)
afterAll(() => world.close())

/** An organization in which every operation that creates or changes something has run once. */
async function fill(person: Person): Promise<Side> {
  const scene = await Scene.open(world, person)
  for (const operation of operations.values()) {
    const { effect, realm, permission, rehearsal } = operation.contract
    if ((effect !== 'create' && effect !== 'change') || permission === 'system' || permission === 'anyone' || realm === 'instance') continue
    // An operation that ends its caller's logins is run by somebody else.
    if (rehearsal?.newcomer) await rehearse(operation, await Scene.open(world, await world.baton.person()))
    else await rehearse(operation, scene, realm === 'identity' ? (await world.again(person)).in(scene.organization.id) : scene.person)
  }
  await letWorkerAct(world, scene.organization.id)
  await leaveTraces(world, scene.organization.id, person.user.id)
  return { org: scene.organization.id, user: person.user.id }
}

test('the catalogue: every table has a class, and its wall stands', async () => {
  expect(await checkCatalogue(world.look)).toEqual([])
})

test('the operations have filled every table that belongs to somebody, so that the walls have something to hold back', async () => {
  const empty = []
  for (const { name, column, class: kind } of await ownedTables(world.look)) {
    const rows = await world.look(`select from ${name} where ${column} = $1 limit 1`, [kind === 'tenant' ? b.org : b.user])
    if (rows.length === 0) empty.push(name)
  }
  expect(empty).toEqual([])
})

test('as a serving role with A set, no statement reads, changes, deletes or inserts a row of B', async () => {
  const { failures, tries } = await checkWalls(world, a, b)
  console.log(`second wall: ${tries} statements`)
  expect(failures).toEqual([])
})

test('what is published of another organization is read where it is public knowledge, skills and agents alone, and never written', async () => {
  const { database } = world.baton.node.assembly.kernel
  const as = (text: string) => database.withRealm('organization', a, 'write', (tx) => tx.rows(sql(text), { org: b.org, id: newId() }))
  const kinds = 'select distinct kind from published where org_id = :org order by kind'
  const all = await world.look<{ kind: string }>(sql(kinds).text, [b.org])
  expect(all.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['agent', 'project', 'skill']))
  expect(await as(kinds)).toEqual([{ kind: 'agent' }, { kind: 'skill' }])
  expect(await as('update published set slug = slug where org_id = :org returning slug')).toEqual([])
  expect(await as('delete from published where org_id = :org returning slug')).toEqual([])
  const insert = "insert into published (kind, slug, org_id, item_id, fields) values ('skill', 'planted', :org, :id, '{}')"
  await expect(as(insert)).rejects.toMatchObject({ code: '42501' })
})

test('every function of the role that searches, which looks past the policies, refuses while no organization is set', async () => {
  const functions = await world.look<{ call: string }>(`select format('select * from %s(%s)', p.oid::regproc,
      (select string_agg('null::' || format_type(t, null), ', ' order by place) from unnest(p.proargtypes) with ordinality a (t, place))) as call
    from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname = 'baton_search'`)
  expect(functions.length).toBeGreaterThan(0)
  const { database } = world.baton.node.assembly.kernel
  for (const { call } of functions) {
    const attempt = database.withRealm('organization', { org: null, user: a.user }, 'read', (tx) => tx.rows(sql(call), {}))
    await expect(attempt, call).rejects.toThrow('no organization is set')
  }
})

/** What an attacker who can inject SQL into one of our statements would try. */
const injections = {
  'set_config in a SELECT': "select set_config('app.org_id', :org::text, true)",
  'a DO block': `do $$ begin execute 'set local app.org_id = ''x'''; end $$`,
  'a stacked SET LOCAL': "select 1; set local app.org_id = 'x'",
  'a temporary table': 'create temporary table stolen (id uuid)',
  'a function': "create function pg_temp.steal() returns void language sql as 'select 1'",
  'the role of the owner': 'set local role baton_owner',
  'a table of the schema auth': 'select email from auth.accounts',
  'a partition of the log': 'select data from events_00',
}

test.each(Object.entries(injections))('%s is refused inside a transaction of the application', async (_, text) => {
  const { database } = world.baton.node.assembly.kernel
  const attempt = database.withRealm('organization', a, 'write', (tx) => tx.rows(sql(text), { org: b.org }))
  await expect(attempt).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42601)$/) })
})

test('the application adds jobs of its own organization only, and reads none', async () => {
  const { database } = world.baton.node.assembly.kernel
  const job = sql("insert into jobs.job_common (name, data) values ('expireLease', :data)")
  const add = (org: string) => database.withRealm('organization', a, 'write', (tx) => tx.rows(job, { data: { org_id: org } }))
  await expect(add(a.org)).resolves.toEqual([])
  await expect(add(b.org)).rejects.toMatchObject({ code: '42501' })
  const read = database.withRealm('organization', a, 'read', (tx) => tx.rows(sql('select data from jobs.job_common'), {}))
  await expect(read).rejects.toMatchObject({ code: '42501' })
})

test('nothing that serves can log in as the owner with its own password', async () => {
  const own = new URL(roleUrl(world.baton.config, 'baton_app'))
  own.username = 'baton_owner'
  const client = new pg.Client({ connectionString: own.href })
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' })
})

test('a member of an organization cannot be made by the identity role for another’s organization', async () => {
  const { database } = world.baton.node.assembly.kernel
  const join = sql("insert into memberships (org_id, user_id, role) values (:org, :user, 'owner')")
  await expect(database.withRealm('identity', a, 'write', (tx) => tx.rows(join, { org: b.org, user: a.user }))).rejects.toMatchObject({
    code: '42501',
  })
})
