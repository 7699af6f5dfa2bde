import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalGate, evidenceGate, missing, reviewGate, shaA, shaB, startAcme, withKey, type Acme } from './acme.ts'

let acme: Acme
beforeAll(async () => void (acme = await startAcme()))
afterAll(() => acme.close())

const gates = [evidenceGate('plan', 'plan', 'claimed', true), evidenceGate('build', 'tests', 'reported'), reviewGate, approvalGate]
const tests = { check: 'tests', outcome: 'pass', exit_code: 0, log: '12 passed' } as const

async function approved(): Promise<string> {
  const { ann, bob, feature } = acme
  const { id } = await feature(ann, gates)
  await ann.api.advanceFeature({ feature: id, evidence: [{ check: 'plan', outcome: 'pass', note: 'Three tasks' }] })
  await ann.api.advanceFeature({ feature: id, commit: shaA, evidence: [tests] })
  await bob.api.submitReview({ feature: id, verdict: 'approve', commit: shaA })
  await ann.api.advanceFeature({ feature: id })
  await bob.api.approveFeature({ feature: id, commit: shaA })
  expect(await ann.api.getFeature({ feature: id })).toMatchObject({ gate: 'ship', missing: [] })
  return id
}

test('a new commit voids what was shown of the old one and reopens the gates passed with it; the plan stands', async () => {
  const { ann, bob } = acme
  const id = await approved()
  const moved = await ann.api.reportCommit({ feature: id, commit: shaB })
  expect(moved).toMatchObject({ gate: 'build', commit: shaB })
  expect(missing(moved)).toEqual(['build evidence tests'])
  const { evidence, verdicts, commits } = await ann.api.getFeature({ feature: id })
  expect(evidence.map((one: any) => [one.check, one.commit, one.void_reason])).toEqual([
    ['tests', shaA, 'commit'],
    ['plan', null, null],
  ])
  expect(verdicts.map((one: any) => [one.kind, one.commit, one.void_reason])).toEqual([
    ['approval', shaA, 'commit'],
    ['review', shaA, 'commit'],
  ])
  expect(commits.map((one: any) => one.sha)).toEqual([shaB, shaA])
  expect((await ann.call('POST', `/api/features/${id}/evidence`, { ...tests, commit: shaA })).body.commit).toBe(shaB)
  expect((await bob.call('POST', `/api/features/${id}/reviews`, { verdict: 'approve', commit: shaA })).status).toBe(409)
  const types = (await acme.events(moved.id)).map((event) => event.type)
  expect(types).toContain('evidence.voided')
  expect(types).toContain('feature.sent_back')
})

test('going back to a commit that was approved once does not bring its approval back', async () => {
  const id = await approved()
  await acme.ann.api.reportCommit({ feature: id, commit: shaB })
  expect(missing(await acme.ann.api.reportCommit({ feature: id, commit: shaA }))).toEqual(['build evidence tests'])
})

test('advancing with a new commit does not ship it on the old one’s approval', async () => {
  const id = await approved()
  const answer = await acme.ann.call('POST', `/api/features/${id}/advance`, { gate: 'ship', commit: shaB, evidence: [tests] })
  expect(answer).toMatchObject({ status: 409, body: { code: 'gate_closed', gate: 'build' } })
  expect(await acme.ann.api.getFeature({ feature: id })).toMatchObject({ status: 'active', gate: 'build', commit: shaB, missing: [] })
})

test('an approval names the commit its person looked at, so a commit slipped in before it is not approved', async () => {
  const { ann, bob, feature } = acme
  const { id } = await feature(ann, [approvalGate])
  await ann.api.reportCommit({ feature: id, commit: shaB })
  expect((await bob.call('POST', `/api/features/${id}/approvals`, {})).status).toBe(400)
  expect((await bob.call('POST', `/api/features/${id}/approvals`, { commit: shaA })).status).toBe(409)
  await bob.api.approveFeature({ feature: id, commit: shaB })
})

test('a failure that comes after a gate was passed withdraws it, and holds the feature where it is', async () => {
  const { ann } = acme
  const id = await approved()
  const ci = await withKey(ann, ['ci:write'])
  await ci.api.reportCheck({ feature: id, check: 'tests', outcome: 'fail', commit: shaA, exit_code: 1, log: '1 failed' })
  const answer = await ann.call('POST', `/api/features/${id}/advance`, {})
  expect(missing(answer.body)).toEqual(['build evidence tests failing'])
  expect((await ann.api.getFeature({ feature: id })).gates.map((gate) => gate.state)).toEqual(['passed', 'withdrawn', 'passed', 'current'])
  await ann.api.addEvidence({ feature: id, ...tests, commit: shaA })
  expect(missing((await ann.call('POST', `/api/features/${id}/advance`, {})).body)).toEqual(['build evidence tests failing'])
  await ci.api.reportCheck({ feature: id, check: 'tests', outcome: 'pass', commit: shaA, url: 'https://ci.example.com/2' })
  expect(await ann.api.advanceFeature({ feature: id })).toMatchObject({ status: 'complete' })
})

test('another version of the spec voids everything and starts again', async () => {
  const { ann, bob, feature } = acme
  const spec = await ann.api.createSpec({ project: 'web', title: 'Themes', body: 'One' })
  const made = await feature(ann, gates, { spec: spec.ref })
  expect(made).toMatchObject({ spec_id: spec.id, spec_version: 1 })
  const { id } = made
  await ann.api.advanceFeature({ feature: id, evidence: [{ check: 'plan', outcome: 'pass', note: 'Three tasks' }] })
  await ann.api.advanceFeature({ feature: id, commit: shaA, evidence: [tests] })
  await bob.api.submitReview({ feature: id, verdict: 'approve', commit: shaA })
  await ann.api.updateSpec({ spec: spec.ref, body: 'Two', based_on: 1 })
  expect(await ann.api.updateFeature({ feature: id, title: 'Themes' })).toMatchObject({ gate: 'review', spec_version: 1 })
  const again = await ann.api.updateFeature({ feature: id, spec_version: 2 })
  expect(again).toMatchObject({ gate: 'plan', spec_version: 2 })
  expect(missing(again)).toEqual(['plan evidence plan'])
  expect((await ann.call('PATCH', `/api/features/${id}`, { spec_version: 3 })).status).toBe(404)
})
