import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
let cid: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  cid = (await baton.person('cid')).in(ann.organization ?? '')
  for (const user of ['bob', 'cid']) await ann.do('POST', '/api/organization/members', { user })
  await ann.do('POST', '/api/teams', { name: 'Web', handle: 'web-team' })
  await ann.do('POST', '/api/teams/web-team/members', { user: 'bob' })
  for (const slug of ['one', 'two']) await ann.do('POST', '/api/projects', { name: slug, slug })
  await ann.do('POST', '/api/projects', { name: 'secret', slug: 'secret', visibility: 'private' })
})
afterAll(() => baton.close())

test('a workspace has a name, a slug, projects and teams; PUT and PATCH change only what is named', async () => {
  const made = await ann.api.createWorkspace({ name: 'Web shop', description: 'Where it is built', projects: ['one'] })
  expect(made).toMatchObject({ slug: 'web-shop', role: 'owner', counts: { projects: 1, teams: 0 }, teams: [], version: 1 })
  expect((await ann.api.createWorkspace({ name: 'Web shop' })).slug).toBe('web-shop-2')
  expect((await ann.call('POST', '/api/workspaces', { name: 'Again', slug: 'web-shop' })).status).toBe(409)
  for (const method of ['PUT', 'PATCH']) {
    const renamed = await ann.do(method, '/api/workspaces/web-shop', { name: `By ${method}` })
    expect(renamed).toMatchObject({ name: `By ${method}`, slug: 'web-shop', description: 'Where it is built', projects: [{ slug: 'one' }] })
    const moved = await ann.do(method, '/api/workspaces/web-shop', { projects: ['one', 'two'] })
    expect(moved).toMatchObject({ name: `By ${method}`, projects: [{ slug: 'one' }, { slug: 'two' }] })
    await ann.do(method, '/api/workspaces/web-shop', { projects: ['one'] })
  }
  expect((await ann.call('PATCH', '/api/workspaces/web-shop', { name: 'Late', version: 1 })).status).toBe(412)
  expect((await ann.call('PATCH', '/api/workspaces/web-shop', { slug: 'web-shop-2' })).status).toBe(409)
  expect((await ann.do('GET', '/api/workspaces/web-shop/projects')).items).toMatchObject([{ slug: 'one', key: 'ONE' }])
})

test('the same list again changes nothing, and no event says it did', async () => {
  const before = await ann.api.createWorkspace({ name: 'Calm', projects: ['one', 'two'] })
  const after = await ann.api.updateWorkspace({ workspace: 'calm', name: 'Calm', projects: ['two', 'one'] })
  expect(after.version).toBe(before.version)
  const events = await baton.look('select type from events where subject_id = $1 order by seq', [before.id])
  expect(events).toEqual([{ type: 'workspace.created' }])
})

test('a team’s own workspaces: whoever is in the team makes one, and the team owns it', async () => {
  expect((await cid.call('POST', '/api/teams/web-team/workspaces', { name: 'Not mine' })).status).toBe(403)
  const made = await bob.do('POST', '/api/teams/web-team/workspaces', { name: 'Team space' })
  expect(made).toMatchObject({ slug: 'team-space', role: 'owner', teams: [{ handle: 'web-team', role: 'owner' }] })
  expect((await cid.do('GET', '/api/teams/web-team/workspaces')).items).toMatchObject([{ slug: 'team-space', role: null }])
})

test('everybody knows of a workspace; its owners, its creator and admins change it', async () => {
  await bob.api.createWorkspace({ name: 'Bobs' })
  const tries = [
    ['PATCH', '', { name: 'Mine' }],
    ['PUT', '', { projects: ['one'] }],
    ['DELETE', '', undefined],
    ['POST', '/teams', { team: 'web-team', role: 'owner' }],
    ['DELETE', '/teams/web-team', undefined],
  ] as const
  await ann.do('POST', '/api/teams', { name: 'Other', handle: 'other-team' })
  await ann.do('POST', '/api/teams/other-team/members', { user: 'cid' })
  for (const role of [null, 'viewer', 'editor']) {
    if (role) await ann.do('POST', '/api/workspaces/bobs/teams', { team: 'other-team', role })
    expect((await cid.do('GET', '/api/workspaces/bobs')).role).toBe(role)
    for (const [method, path, body] of tries)
      expect((await cid.call(method, `/api/workspaces/bobs${path}`, body)).status, `${role} ${method} ${path}`).toBe(403)
  }
  await bob.do('POST', '/api/workspaces/bobs/teams', { team: 'other-team', role: 'owner' })
  expect((await cid.do('PATCH', '/api/workspaces/bobs', { name: 'Ours' })).name).toBe('Ours')
  await ann.do('PATCH', '/api/workspaces/bobs', { name: 'Admins may' })
})

test('nobody hands on a private project that they do not have themselves', async () => {
  await ann.api.createWorkspace({ name: 'Vault', projects: ['secret'] })
  await ann.do('POST', '/api/workspaces/vault/teams', { team: 'web-team', role: 'owner' })
  // Bob owns the workspace, but sees the project only through his team.
  expect((await bob.do('GET', '/api/projects/secret')).slug).toBe('secret')
  expect((await bob.call('POST', '/api/workspaces', { name: 'Copy', projects: ['secret'] })).status).toBe(403)
  expect((await bob.call('PUT', '/api/projects/secret/members/cid')).status).toBe(403)
  expect((await bob.call('PUT', '/api/projects/secret/members/bob')).status).toBe(403)
  expect((await bob.call('PATCH', '/api/projects/secret', { visibility: 'organization' })).status).toBe(403)
  await bob.do('PATCH', '/api/projects/secret', { visibility: 'private' })
  await ann.do('DELETE', '/api/workspaces/vault/teams/web-team')
  expect((await bob.call('GET', '/api/projects/secret')).status).toBe(404)
})

test('what somebody does not see of a workspace is neither shown nor counted nor removed', async () => {
  await bob.api.createWorkspace({ name: 'Mixed', projects: ['one'] })
  await ann.do('PATCH', '/api/workspaces/mixed', { projects: ['one', 'secret'] })
  expect(await bob.do('GET', '/api/workspaces/mixed')).toMatchObject({ counts: { projects: 1 }, projects: [{ slug: 'one' }] })
  expect((await bob.do('GET', '/api/workspaces/mixed/projects')).items).toHaveLength(1)
  await bob.do('PATCH', '/api/workspaces/mixed', { projects: ['two'] })
  expect((await ann.do('GET', '/api/workspaces/mixed')).projects).toMatchObject([{ slug: 'secret' }, { slug: 'two' }])
})

test('deleting a workspace keeps its projects and frees its slug', async () => {
  const made = await ann.api.createWorkspace({ name: 'Short', projects: ['one'] })
  expect((await ann.api.deleteWorkspace({ workspace: 'short' })).deleted_at).toBeTruthy()
  expect((await ann.call('GET', `/api/workspaces/${made.id}`)).status).toBe(404)
  expect((await ann.do('GET', '/api/projects/one')).deleted_at).toBeNull()
  expect((await ann.api.createWorkspace({ name: 'Short' })).slug).toBe('short')
  const audited = await baton.look("select entry ->> 'operation' as operation from audit where entry ->> 'target' = $1 order by seq", [
    made.id,
  ])
  expect(audited).toEqual([{ operation: 'createWorkspace' }, { operation: 'deleteWorkspace' }])
})
