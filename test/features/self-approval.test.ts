import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness.ts'
import type { Person } from '../person.ts'
import { agentOf, approvalGate, missing, reviewGate, shaA, withKey } from './acme.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('solo')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  await ann.do('POST', '/api/workflows', { name: 'Short', slug: 'short', gates: [reviewGate, approvalGate] })
})
afterAll(() => baton.close())

async function feature(): Promise<string> {
  const { id } = await ann.do('POST', '/api/features', { project: 'web', title: 'Alone', workflow: 'short' })
  await ann.do('POST', `/api/features/${id}/commits`, { commit: shaA })
  return `/api/features/${id}`
}

test('alone, one cannot approve one’s own work unless the owner, as a person, has allowed it', async () => {
  const at = await feature()
  expect((await ann.do('POST', `${at}/reviews`, { verdict: 'approve', commit: shaA })).counts).toBe(false)
  expect(await ann.do('GET', '/api/feature-settings')).toMatchObject({ allow_self_approval: false })
  const key = await withKey(ann, ['*'])
  expect((await key.call('PUT', '/api/feature-settings', { allow_self_approval: true })).body.code).toBe('needs_person')
  expect(missing((await ann.call('POST', `${at}/advance`, {})).body)).toEqual(['review review 0'])
})

test('where it is allowed it is the person who decides, never their agent, and it is recorded as self-approved', async () => {
  await ann.do('PUT', '/api/feature-settings', { allow_self_approval: true })
  const at = await feature()
  const agent = await agentOf(ann)
  const id = at.slice(at.lastIndexOf('/') + 1)
  expect((await agent('submit_review', { feature: id, verdict: 'approve', commit: shaA })).body).toMatchObject({ counts: false })
  expect((await ann.do('POST', `${at}/reviews`, { verdict: 'approve', commit: shaA })).review).toMatchObject({ self_approved: true })
  await ann.do('POST', `${at}/advance`, {})
  const { approval } = await ann.do('POST', `${at}/approvals`, { commit: shaA })
  expect(approval).toMatchObject({ self_approved: true, by_person: true })
  expect(await ann.do('POST', `${at}/advance`, {})).toMatchObject({ status: 'complete' })
})

test('as soon as there is a second person, it no longer counts', async () => {
  const at = await feature()
  await ann.do('POST', `${at}/reviews`, { verdict: 'approve', commit: shaA })
  expect(await ann.do('GET', at)).toMatchObject({ missing: [] })
  const bob = await baton.person('bob')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  expect(missing((await ann.call('POST', `${at}/advance`, {})).body)).toEqual(['review review 0'])
  await bob.in('solo').do('POST', `${at}/reviews`, { verdict: 'approve', commit: shaA })
  await ann.do('POST', `${at}/advance`, {})
  expect((await ann.call('POST', `${at}/approvals`, { commit: shaA })).status).toBe(403)
})
