import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let owner: Person
let other: Person
beforeAll(async () => {
  baton = await startBaton({ MEMBERS_ADDED: 'with_consent' })
  owner = await (await baton.person('olga')).createOrganization('acme')
  other = await baton.person('otto')
})
afterAll(() => baton.close())

const organizations = async () => (await other.do('GET', '/api/organizations')).items.map((one: any) => one.handle)

test('nobody becomes a member or an owner of an organization unasked', async () => {
  for (const role of ['viewer', 'member', 'admin', 'owner']) {
    const answer = await owner.call('POST', '/api/organization/members', { user: 'otto', role })
    expect([answer.status, answer.body.reason]).toEqual([403, 'needs_consent'])
  }
  expect(await organizations()).toEqual(['otto'])
})

test('whoever accepts a link is in, may leave again, and is never kept from closing the account by others who leave', async () => {
  const { url } = await owner.do('POST', '/api/organization/invites/links', { role: 'admin' })
  const token = url.slice(url.indexOf('#') + 1)
  await other.do('POST', `/api/invites/${token}/accept`)
  expect((await organizations()).toSorted()).toEqual(['acme', 'otto'])
  await owner.do('PATCH', '/api/organization/members/otto', { role: 'owner' })
  await owner.do('POST', '/api/organization/leave')
  await other.do('DELETE', '/api/auth/account')
})
