import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentOf, approvalGate, evidenceGate, missing, reviewGate, shaA, startAcme, type Acme, type Gate } from './acme.ts'

let acme: Acme
beforeAll(async () => void (acme = await startAcme()))
afterAll(() => acme.close())

test('an agent takes a feature from spec to ship, and at each gate is told exactly what is missing', async () => {
  const { ann, bob } = acme
  const agent = await agentOf(ann)
  const spec = await ann.api.createSpec({ project: 'web', title: 'Search', body: 'Over notes.' })
  const made = await agent('create_feature', { project: 'web', title: 'Search' })
  const { id, ref } = made.body
  expect(made.body).toMatchObject({ ref: 'WEB-F1', status: 'active', gate: 'spec', missing_count: 2 })

  const refused = await ann.call('POST', `/api/features/${ref}/advance`, {})
  expect(refused).toMatchObject({ status: 409, body: { code: 'gate_closed', gate: 'spec', feature: ref } })
  expect(missing(refused.body)).toEqual(['spec spec', 'spec evidence spec'])
  expect(refused.body.missing[1]).toMatchObject({
    rank: 'claimed',
    count: 1,
    message: expect.stringContaining('POST /api/features/:id/evidence'),
  })

  const claim = (check: string) => ({ check, outcome: 'pass', note: 'Written and read.' })
  expect((await agent('advance_feature', { feature: ref, spec: spec.ref, evidence: [claim('spec')] })).text).toContain(
    'is `draft`, not approved',
  )
  expect(missing((await ann.call('POST', `/api/features/${ref}/advance`, {})).body)).toEqual(['spec spec draft'])
  await ann.api.updateSpec({ spec: spec.ref, status: 'approved' })
  expect((await agent('advance_feature', { feature: ref })).body).toMatchObject({ gate: 'plan' })
  expect((await agent('advance_feature', { feature: ref, evidence: [claim('plan')] })).body).toMatchObject({ gate: 'build' })
  expect((await agent('list_features', { project: 'web' })).body.items).toMatchObject([{ ref, gate: 'build', passed: 2, of: 5 }])
  expect(missing((await ann.call('POST', `/api/features/${ref}/advance`, {})).body)).toEqual(['build commit', 'build evidence tests'])

  const claimed = await agent('advance_feature', { feature: ref, commit: shaA, evidence: [claim('tests')] })
  expect(claimed).toMatchObject({ status: 409, text: expect.stringContaining('What you reported is recorded') })
  expect(missing((await ann.call('POST', `/api/features/${ref}/advance`, {})).body)).toEqual(['build evidence tests claimed'])

  const shown = { ...claim('tests'), exit_code: 0, log: '12 passed' }
  const request = { summary: 'Search over notes.', recommendation: 'Ship it.', risks: 'None known.' }
  expect((await agent('advance_feature', { feature: ref, commit: shaA, evidence: [shown], ...request })).body).toMatchObject({
    gate: 'review',
  })
  expect(missing((await ann.call('POST', `/api/features/${ref}/advance`, {})).body)).toEqual(['review review 0'])

  const own = await agent('submit_review', { feature: ref, verdict: 'approve', commit: shaA })
  expect(own.body).toMatchObject({ counts: false, why_not: expect.stringContaining('You act for an author of this feature') })
  expect(missing((await ann.call('POST', `/api/features/${ref}/advance`, {})).body)).toEqual(['review review 0'])
  const others = await agentOf(bob)
  expect((await others('submit_review', { feature: ref, verdict: 'approve', commit: shaA })).body).toMatchObject({ counts: true })
  expect(await ann.api.advanceFeature({ feature: ref, gate: 'review' })).toMatchObject({ gate: 'ship' })

  expect(missing((await ann.call('POST', `/api/features/${ref}/advance`, {})).body)).toEqual(['ship approval 0'])
  expect((await ann.call('POST', `/api/features/${ref}/approvals`, { commit: shaA })).status).toBe(403)
  await bob.api.approveFeature({ feature: ref, commit: shaA, words: 'Good.' })
  const shipped = await agent('advance_feature', { feature: ref })
  expect(shipped.body).toMatchObject({ status: 'complete', gate: null, commit: shaA, missing: [] })
  expect(shipped.body.gates.map((gate: any) => gate.state)).toEqual(['passed', 'passed', 'passed', 'passed', 'passed'])

  const types = (await acme.events(id)).map((event) => event.type)
  for (const type of [
    'feature.created',
    'evidence.added',
    'feature.review_requested',
    'review.submitted',
    'feature.waiting',
    'feature.shipped',
  ])
    expect(types).toContain(type)
  expect(types.filter((type) => type === 'feature.advanced')).toHaveLength(4)
  const waiting = (await acme.events(id)).find((event) => event.type === 'feature.waiting')
  expect(waiting?.data).toMatchObject({ gate: 'ship', waiting_for: [bob.user.id] })
  expect((await ann.call('POST', `/api/features/${ref}/advance`, {})).status).toBe(409)
  expect((await ann.call('POST', `/api/features/${ref}/commits`, { commit: 'd'.repeat(40) })).status).toBe(409)
})

test('nothing but advancing moves a gate: an update cannot name gate, status or rank', async () => {
  const { id } = await acme.feature(acme.ann)
  for (const change of [{ gate: 'ship' }, { status: 'complete' }, { position: 4 }, { missing_count: 0 }, { gates: [] }])
    expect((await acme.ann.call('PATCH', `/api/features/${id}`, change)).status, JSON.stringify(change)).toBe(400)
  const claim = { check: 'spec', outcome: 'pass', note: 'Agreed', rank: 'ci' }
  expect((await acme.ann.call('POST', `/api/features/${id}/evidence`, claim)).status).toBe(400)
})

test('reviewers who ask for changes hold a gate; what a person said is not undone by their agent', async () => {
  const { ann, bob, feature } = acme
  const { id } = await feature(ann, [reviewGate, approvalGate])
  await ann.api.reportCommit({ feature: id, commit: shaA })
  await bob.api.submitReview({ feature: id, verdict: 'request_changes', commit: shaA, words: 'No tests.' })
  const agent = await agentOf(bob)
  await agent('submit_review', { feature: id, verdict: 'approve', commit: shaA })
  expect(missing((await ann.call('POST', `/api/features/${id}/advance`, {})).body)).toEqual(['review changes', 'review review 0'])
  await bob.api.submitReview({ feature: id, verdict: 'approve', commit: shaA })
  expect(await ann.api.advanceFeature({ feature: id })).toMatchObject({ gate: 'ship' })
})

test('a gate that wants reviews by persons does not count an agent’s', async () => {
  const { ann, bob, feature } = acme
  const { id } = await feature(ann, [{ ...reviewGate, by: 'person' }])
  await ann.api.reportCommit({ feature: id, commit: shaA })
  const agent = await agentOf(bob)
  expect((await agent('submit_review', { feature: id, verdict: 'approve', commit: shaA })).body).toMatchObject({ counts: false })
  expect(missing((await ann.call('POST', `/api/features/${id}/advance`, {})).body)).toEqual(['review review 0'])
})

test('whoever reports a commit, or evidence through an agent, becomes an author and can no longer decide', async () => {
  const { ann, bob, feature } = acme
  const { id } = await feature(ann, [evidenceGate('build', 'tests', 'reported'), approvalGate])
  const agent = await agentOf(bob)
  await agent('advance_feature', {
    feature: id,
    commit: shaA,
    evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, note: 'Green' }],
  })
  const { authors } = await ann.api.getFeature({ feature: id })
  expect(authors.map((author) => author.user_id).toSorted()).toEqual([ann.user.id, bob.user.id].toSorted())
  expect((await bob.call('POST', `/api/features/${id}/approvals`, { commit: shaA })).status).toBe(403)
})

test('a cancelled feature is not done, and comes back at the gate where it stood', async () => {
  const { ann, feature } = acme
  const { id } = await feature(ann)
  const cancelled = await ann.api.cancelFeature({ feature: id, reason: 'Not now.' })
  expect(cancelled).toMatchObject({ status: 'cancelled', gate: 'spec', missing: [], completed_at: null })
  expect(cancelled.gates.map((gate: any) => gate.state)).toEqual(['cancelled', 'pending', 'pending', 'pending', 'pending'])
  expect((await ann.call('POST', `/api/features/${id}/advance`, {})).status).toBe(409)
  expect((await ann.api.listFeatures({ project: 'web', status: 'complete' })).items.map((one) => one.id)).not.toContain(id)
  expect(await ann.api.restoreFeature({ feature: id })).toMatchObject({ status: 'active', gate: 'spec' })
  expect((await ann.api.getFeature({ feature: id })).task_progress).toMatch(/^not tracked/)
})

test('a feature with linked tasks still open does not ship, and says which they are', async () => {
  const { ann, bob, feature } = acme
  const task = (title: string) => ann.api.createTask({ project: 'web', title })
  const [first, second] = [await task('Colours'), await task('Toggle')]
  const { id } = await feature(ann, [{ ...approvalGate, requires: ['tasks_closed'] }], { tasks: [first.key, second.key] })
  await ann.api.reportCommit({ feature: id, commit: shaA })
  await bob.api.approveFeature({ feature: id, commit: shaA })
  const refused = await ann.call('POST', `/api/features/${id}/advance`, {})
  expect(missing(refused.body)).toEqual(['ship tasks'])
  expect(refused.body.missing[0]).toMatchObject({ count: 2, message: expect.stringContaining(`${first.key}, ${second.key}`) })
  await ann.api.updateTask({ task: first.key, status: 'complete' })
  expect((await ann.call('POST', `/api/features/${id}/advance`, {})).body.missing[0]).toMatchObject({ count: 1 })
  await ann.api.updateTask({ task: second.key, status: 'cancelled' })
  expect(await ann.api.advanceFeature({ feature: id })).toMatchObject({ status: 'complete' })
})

test('an open task in a project the caller cannot see holds the gate without being named', async () => {
  const { ann, bob, feature } = acme
  await ann.api.createProject({ name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
  const hidden = await ann.api.createTask({ project: 'secret', title: 'Quiet' })
  const { id } = await feature(ann, [{ ...approvalGate, requires: ['tasks_closed'] }], { tasks: [hidden.key] })
  const seen = await bob.api.getFeature({ feature: id })
  expect(seen.missing).toMatchObject([{ need: 'commit' }, { need: 'tasks', count: 1 }, { need: 'approval' }])
  expect(JSON.stringify(seen.missing)).not.toContain(hidden.key)
})

test('a spec gate closes again when its spec is no longer approved, or is deleted', async () => {
  const { ann, feature } = acme
  const spec = await ann.api.createSpec({ project: 'web', title: 'Again', body: 'x', status: 'approved' })
  const gates: Gate[] = [{ ...evidenceGate('spec', 'spec', 'claimed', true), requires: ['spec_approved'] }, reviewGate]
  const { id } = await feature(ann, gates, { spec: spec.ref })
  await ann.api.advanceFeature({ feature: id, evidence: [{ check: 'spec', outcome: 'pass', note: 'Agreed' }] })
  await ann.api.updateSpec({ spec: spec.ref, status: 'review' })
  expect((await ann.api.getFeature({ feature: id })).gates[0]?.state).toBe('withdrawn')
  await ann.api.updateSpec({ spec: spec.ref, status: 'approved' })
  expect((await ann.api.getFeature({ feature: id })).gates[0]?.state).toBe('passed')
  await ann.api.deleteSpec({ spec: spec.ref })
  expect((await ann.api.getFeature({ feature: id })).missing[0]).toMatchObject({ gate: 'spec', need: 'spec', has: null })
})

test('gates stored before there were conditions ask for none', async () => {
  const { ann, feature } = acme
  const { id } = await feature(ann, [evidenceGate('plan', 'plan', 'claimed', true), approvalGate])
  const { requirements } = await ann.api.getFeature({ feature: id })
  expect(requirements.map((gate: any) => gate.requires)).toEqual([undefined, undefined])
})

test('the only member of an organization is told how a review can pass, before and after self-approval is on', async () => {
  const solo = await (await acme.baton.person('solo')).createOrganization('alone')
  await solo.api.createProject({ name: 'One', slug: 'one', key: 'ONE' })
  await solo.api.createWorkflow({ name: 'Flow', slug: 'flow', gates: [reviewGate, approvalGate] })
  const { id } = await solo.api.createFeature({ project: 'one', title: 'Alone', workflow: 'flow' })
  const agent = await agentOf(solo)
  await agent('advance_feature', { feature: id, commit: shaA })
  const message = async () => (await solo.api.getFeature({ feature: id })).missing.at(-1)?.message
  const review = async () => (await agent('submit_review', { feature: id, verdict: 'approve', commit: shaA })).body.why_not
  expect(await message()).toContain('invite somebody, or as its owner turn on self-approval')
  expect(await review()).toMatch(/^You act for an author of this feature, so this review does not count\. .*turn on self-approval/)
  await solo.api.updateFeatureSettings({ allow_self_approval: true })
  expect(await message()).toContain('they can do it themselves in the dashboard')
  expect(await review()).toContain('No agent, key or token can')
  expect((await solo.api.submitReview({ feature: id, verdict: 'approve', commit: shaA })).counts).toBe(true)
  expect(await solo.api.advanceFeature({ feature: id })).toMatchObject({ gate: 'ship' })
})
