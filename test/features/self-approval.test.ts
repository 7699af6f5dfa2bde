import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { agentOf, approvalGate, missing, reviewGate, shaA, withKey } from './acme.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('solo')
  await ann.api.createProject({ name: 'Web', slug: 'web' })
  await ann.api.createWorkflow({ name: 'Short', slug: 'short', gates: [reviewGate, approvalGate] })
})
afterAll(() => baton.close())

async function feature(): Promise<string> {
  const { id } = await ann.api.createFeature({ project: 'web', title: 'Alone', workflow: 'short' })
  await ann.api.reportCommit({ feature: id, commit: shaA })
  return id
}

test('alone, one cannot approve one’s own work unless the owner, as a person, has allowed it', async () => {
  const id = await feature()
  expect((await ann.api.submitReview({ feature: id, verdict: 'approve', commit: shaA })).counts).toBe(false)
  expect(await ann.api.getFeatureSettings()).toMatchObject({ allow_self_approval: false })
  const key = await withKey(ann, ['*'])
  expect((await key.call('PUT', '/api/feature-settings', { allow_self_approval: true })).body.code).toBe('needs_person')
  expect(missing((await ann.call('POST', `/api/features/${id}/advance`, {})).body)).toEqual(['review review 0'])
})

test('where it is allowed it is the person who decides, never their agent, and it is recorded as self-approved', async () => {
  await ann.api.updateFeatureSettings({ allow_self_approval: true })
  const id = await feature()
  const agent = await agentOf(ann)
  expect((await agent('submit_review', { feature: id, verdict: 'approve', commit: shaA })).body).toMatchObject({ counts: false })
  expect((await ann.api.submitReview({ feature: id, verdict: 'approve', commit: shaA })).review).toMatchObject({ self_approved: true })
  await ann.api.advanceFeature({ feature: id })
  const { approval } = await ann.api.approveFeature({ feature: id, commit: shaA })
  expect(approval).toMatchObject({ self_approved: true, by_person: true })
  expect(await ann.api.advanceFeature({ feature: id })).toMatchObject({ status: 'complete' })
})

test('as soon as there is a second person, it no longer counts', async () => {
  const id = await feature()
  await ann.api.submitReview({ feature: id, verdict: 'approve', commit: shaA })
  expect(await ann.api.getFeature({ feature: id })).toMatchObject({ missing: [] })
  const bob = await baton.person('bob')
  await ann.api.addMember({ user: 'bob' })
  expect(missing((await ann.call('POST', `/api/features/${id}/advance`, {})).body)).toEqual(['review review 0'])
  await bob.in('solo').api.submitReview({ feature: id, verdict: 'approve', commit: shaA })
  await ann.api.advanceFeature({ feature: id })
  expect((await ann.call('POST', `/api/features/${id}/approvals`, { commit: shaA })).status).toBe(403)
})
