import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { runWhole } from '../memory/worker-runs.ts'
import { Person, send } from '../harness/person.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

const day = 86_400_000
const later = async (person: Person): Promise<Person> => {
  const { body } = await send(baton.url, 'POST', '/api/auth/login', { email: person.user.email, password: person.password })
  return new Person(baton.url, body, person.password, person.organization)
}
const erase = () => runWhole(baton, 'eraseOrganizations')

test('onboarding names the personal organization, or makes another, and invites in the same transaction', async () => {
  const ann = await baton.person('ann')
  const named = await ann.do('POST', '/api/onboarding', { name: 'Ann’s place', invites: [{ email: 'a@example.com', role: 'admin' }] })
  expect(named.organization).toMatchObject({ id: ann.user.personal_organization_id, name: 'Ann’s place', handle: 'ann', personal: true })
  expect(named.invites).toMatchObject([{ email: 'a@example.com', role: 'admin' }])
  const made = await ann.do('POST', '/api/onboarding', { name: 'Works', handle: 'works', invites: [{ email: 'b@example.com' }] })
  expect(made.organization).toMatchObject({ handle: 'works', role: 'owner', personal: false })
  expect((await ann.in('works').do('GET', '/api/organization/invites')).items).toHaveLength(1)
  const twice = [{ email: 'c@example.com' }, { email: 'c@example.com' }]
  expect((await ann.call('POST', '/api/onboarding', { name: 'Half', handle: 'half-done', invites: twice })).status).toBe(409)
  expect((await ann.call('GET', '/api/organizations/half-done')).status).toBe(404)
  const jobs = await baton.look("select data from jobs.job where name = 'mailInvite'")
  expect(jobs).toHaveLength(2)
  expect(JSON.stringify(jobs)).not.toContain('@')
})

test('an organization keeps its old handles to itself', async () => {
  const bob = await (await baton.person('bob')).createOrganization('first-name')
  await bob.do('PATCH', '/api/organization', { handle: 'second-name', name: 'Second' })
  expect(await bob.do('GET', '/api/organizations/second-name')).toMatchObject({ name: 'Second', version: 2 })
  const cid = await baton.person('cid')
  expect((await cid.call('POST', '/api/organizations', { name: 'Fake', handle: 'first-name' })).body.code).toBe('handle_taken')
  expect((await bob.do('PATCH', '/api/organization', { handle: 'first-name' })).handle).toBe('first-name')
  expect((await bob.call('PATCH', '/api/organization', { name: 'Late', version: 1 })).status).toBe(412)
  const personal = await bob.in(bob.user.personal_organization_id).call('PATCH', '/api/organization', { handle: 'bobby' })
  expect(personal.status).toBe(409)
})

test('the last owner cannot leave; whoever hands the organization over can, and a viewer can', async () => {
  const dan = await (await baton.person('dan')).createOrganization('dans')
  const [eve, fay] = [await baton.person('eve'), await baton.person('fay')]
  await dan.do('POST', '/api/organization/members', { user: 'eve' })
  await dan.do('POST', '/api/organization/members', { user: 'fay', role: 'viewer' })
  expect((await dan.call('POST', '/api/organization/leave')).status).toBe(409)
  expect((await eve.in('dans').call('POST', '/api/organization/transfer', { user: 'eve' })).status).toBe(403)
  expect((await dan.do('POST', '/api/organization/transfer', { user: 'eve' })).role).toBe('owner')
  expect((await dan.do('GET', '/api/auth/me/role')).organization_role).toBe('admin')
  expect((await dan.call('POST', '/api/organization/transfer', { user: 'fay' })).status).toBe(403)
  await dan.do('POST', '/api/organization/leave')
  expect((await dan.call('GET', '/api/projects')).status).toBe(404)
  await fay.in('dans').do('POST', '/api/organization/leave')
  expect((await eve.in('dans').do('GET', '/api/organization/members')).items).toHaveLength(1)
  expect((await eve.call('POST', '/api/organization/leave')).status).toBe(409)
})

test('two owners who leave at once leave one behind', async () => {
  const gus = await (await baton.person('gus')).createOrganization('both')
  const hal = await baton.person('hal')
  await gus.do('POST', '/api/organization/members', { user: 'hal', role: 'owner' })
  const answers = await Promise.all([gus, hal.in('both')].map((one) => one.call('POST', '/api/organization/leave')))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('a deleted organization is gone for everybody at once, an owner restores it with all it had', async () => {
  const ida = await (await baton.person('ida')).createOrganization('idas')
  const jim = await baton.person('jim')
  await ida.do('POST', '/api/organization/members', { user: 'jim', role: 'admin' })
  await ida.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  expect((await jim.in('idas').call('DELETE', '/api/organization')).status).toBe(403)
  const { id } = await ida.do('DELETE', '/api/organization')
  for (const one of [ida, jim.in('idas')]) expect((await one.call('GET', '/api/projects')).status).toBe(404)
  expect((await jim.call('POST', `/api/organizations/${id}/restore`)).status).toBe(403)
  const own = ida.in(ida.user.personal_organization_id)
  expect((await own.do('GET', '/api/organizations')).items.map((one: any) => one.id)).not.toContain(id)
  expect((await own.do('GET', '/api/organizations?deleted=true')).items).toMatchObject([{ id, handle: 'idas' }])
  expect((await own.do('POST', `/api/organizations/${id}/restore`)).deleted_at).toBeNull()
  expect((await jim.in('idas').do('GET', '/api/projects')).items).toMatchObject([{ slug: 'web' }])
  expect((await ida.in(ida.user.personal_organization_id).call('DELETE', '/api/organization')).status).toBe(409)
})

test('after 30 days a deleted organization is erased from every table, and nothing of its neighbours', async () => {
  const kim = await (await baton.person('kim')).createOrganization('kims')
  const lea = await (await baton.person('lea')).createOrganization('leas')
  for (const one of [kim, lea]) {
    await one.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
    const epic = await one.do('POST', '/api/projects/web/epics', { title: 'Epic' })
    await one.do('POST', '/api/tasks', { project: 'web', epic: epic.key, title: 'Task' })
    await one.do('POST', '/api/teams', { name: 'Team', handle: `${one.user.handle}-team` })
    await one.do('POST', '/api/organization/invites', { email: 'z@example.com' })
    await one.mcpToken()
  }
  await kim.do('DELETE', '/api/organization')
  baton.clock.advance(29 * day)
  await erase()
  expect(await rowsOf(kim.organization ?? '')).not.toEqual({})
  const before = await rowsOf(lea.organization ?? '')
  baton.clock.advance(2 * day)
  const late = (await later(kim)).in(kim.user.personal_organization_id)
  expect((await late.call('POST', `/api/organizations/${kim.organization}/restore`)).status).toBe(404)
  expect(await erase()).toBeGreaterThan(10)
  expect(await rowsOf(kim.organization ?? '')).toEqual({})
  expect(await rowsOf(lea.organization ?? '')).toEqual(before)
  expect(await baton.look("select from handles where handle in ('kims', 'kim-team')")).toEqual([])
  expect(await erase()).toBe(0)
})

/** The number of rows that each table has for an organization. */
async function rowsOf(organization: string): Promise<Record<string, number>> {
  const tables = await baton.look<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await baton.look<{ count: number }>(`select count(*)::integer as count from ${name} where org_id = $1`, [organization])
    if (row?.count) counts[name] = row.count
  }
  return counts
}
