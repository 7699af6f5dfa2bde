import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalGate, evidenceGate, reviewGate, startAcme, type Acme } from './acme.ts'

let acme: Acme
beforeAll(async () => void (acme = await startAcme()))
afterAll(() => acme.close())

test('every organization has the built-in workflow, and may put its own in its place', async () => {
  const { ann } = acme
  const builtIn = await ann.api.getWorkflow({ workflow: 'default' })
  expect(builtIn).toMatchObject({ id: null, built_in: true })
  expect(builtIn.gates.map((gate: any) => gate.key)).toEqual(['spec', 'plan', 'build', 'review', 'ship'])
  expect((await ann.api.listWorkflows()).items).toEqual([builtIn])
  expect((await ann.call('PATCH', '/api/workflows/default', { name: 'Mine' })).status).toBe(409)
  await ann.api.createWorkflow({ name: 'Ours', slug: 'default', gates: [approvalGate] })
  expect(await acme.feature(ann)).toMatchObject({ workflow: 'default', gate: 'ship' })
  await ann.api.deleteWorkflow({ workflow: 'default' })
  expect(await acme.feature(ann)).toMatchObject({ gate: 'spec' })
})

test('a feature keeps the gates it started with', async () => {
  const { ann } = acme
  await ann.api.createWorkflow({ name: 'Hard', slug: 'hard', gates: [reviewGate, approvalGate] })
  const create = () => ann.api.createFeature({ project: 'web', title: 'Kept', workflow: 'hard' })
  const before = await create()
  await ann.api.updateWorkflow({ workflow: 'hard', gates: [evidenceGate('easy', 'word', 'claimed')], version: 1 })
  expect((await ann.api.getFeature({ feature: before.id })).gates.map((gate) => gate.key)).toEqual(['review', 'ship'])
  expect((await create()).gates.map((gate: any) => gate.key)).toEqual(['easy'])
  expect((await ann.call('PUT', '/api/workflows/hard', { name: 'Old', version: 1 })).status).toBe(412)
})

test('gates that would let something ship unseen are refused', async () => {
  const { ann, bob } = acme
  const early = evidenceGate('plan', 'plan', 'claimed', true)
  const refused: [string, unknown[]][] = [
    ['the last gate', [early]],
    ['come first', [reviewGate, early, approvalGate]],
    ['unique key', [reviewGate, reviewGate]],
    ['before and after', [early, evidenceGate('again', 'plan', 'ci')]],
    ['more approvals', [{ ...approvalGate, approvals: 2, approvers: ['bob'] }]],
  ]
  for (const [why, gates] of refused) {
    const answer = await ann.call('POST', '/api/workflows', { name: 'Bad', slug: 'bad', gates })
    expect(answer, why).toMatchObject({ status: 400, body: { detail: expect.stringContaining(why) } })
  }
  const stranger = await acme.baton.person('zoe')
  for (const name of ['zoe', stranger.user.id, 'nobody-here'])
    expect(
      (await ann.call('POST', '/api/workflows', { name: 'X', slug: 'x1', gates: [{ ...approvalGate, approvers: [name] }] })).status,
    ).toBe(404)
  expect((await bob.call('POST', '/api/workflows', { name: 'Mine', slug: 'mine', gates: [approvalGate] })).status).toBe(403)
})
