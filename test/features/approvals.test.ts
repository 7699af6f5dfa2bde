import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalGate, evidenceGate, missing, shaA, startAcme, withKey, type Acme, type Gate } from './acme.ts'

let acme: Acme
beforeAll(async () => void (acme = await startAcme()))
afterAll(() => acme.close())

const build = evidenceGate('build', 'tests', 'reported')
const gates = [build, approvalGate]
const request = { summary: 'Dark colours.', recommendation: 'Approve.', risks: 'Contrast.' }

async function waiting(more: Gate[] = gates): Promise<string> {
  const { ann, feature } = acme
  const task = await ann.api.createTask({ project: 'web', title: 'Colours' })
  const { id } = await feature(ann, more, { tasks: [task.key] })
  await ann.api.advanceFeature({
    feature: id,
    commit: shaA,
    evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, log: '3 passed' }],
    ...request,
  })
  return id
}

const listed = async (person = acme.bob, query = '') =>
  (await person.do('GET', `/api/approvals${query}`)).items.map((item: any) => item.feature.id)

test('an approval request reads as summary, recommendation, risks, evidence and linked tasks, for those who may decide', async () => {
  const id = await waiting()
  const [item] = (await acme.bob.api.listApprovals()).items
  expect(item).toMatchObject({ feature: { id, gate: 'ship' }, gate: 'ship', ...request, self_approval: false, snoozed_until: null })
  expect(item?.evidence).toMatchObject([{ check: 'tests', rank: 'observed', log: '3 passed' }])
  expect(item?.tasks).toMatchObject([{ kind: 'task', title: 'Colours' }])
  expect(await listed(acme.ann)).toEqual([])
  await acme.bob.api.approveFeature({ feature: id, commit: shaA })
  expect(await listed()).not.toContain(id)
})

test('snoozing hides it from one’s own list until its time', async () => {
  const id = await waiting()
  const until = new Date(acme.baton.clock.now().getTime() + 3_600_000).toISOString()
  await acme.bob.api.snoozeApproval({ feature: id, until })
  expect(await listed()).not.toContain(id)
  expect(await listed(acme.bob, '?snoozed=true')).toContain(id)
  await acme.bob.api.snoozeApproval({ feature: id, until: '2020-01-01T00:00:00Z' })
  expect(await listed()).toContain(id)
})

test('sending back says why, voids what counted from there on, and needs a person', async () => {
  const { ann, bob } = acme
  const id = await waiting()
  const key = await withKey(bob, ['*'])
  expect((await key.call('POST', `/api/features/${id}/send-back`, { words: 'No.' })).body.code).toBe('needs_person')
  const back = await bob.api.sendBackFeature({ feature: id, words: 'The contrast is too low, @ann.' })
  expect(back).toMatchObject({ gate: 'build', commit: shaA })
  expect(missing(back)).toEqual(['build evidence tests'])
  const event = (await acme.events(id)).find(({ type }) => type === 'feature.sent_back')
  expect(event?.data).toMatchObject({ from: 'ship', to: 'build', reason: 'person', mentions: [ann.user.id] })
  expect((await bob.call('POST', `/api/features/${id}/send-back`, { words: 'On.', to: 'ship' })).status).toBe(400)
})

test('a gate may name its approvers; everybody else is refused and is not asked', async () => {
  const { ann, bob, baton } = acme
  const cid = (await baton.person('cid')).in('acme')
  await ann.api.addMember({ user: 'cid', role: 'admin' })
  const id = await waiting([build, { ...approvalGate, approvers: ['cid'] }])
  const event = (await acme.events(id)).find(({ type }) => type === 'feature.waiting')
  expect(event?.data.waiting_for).toEqual([cid.user.id])
  expect(await listed()).not.toContain(id)
  expect((await bob.call('POST', `/api/features/${id}/approvals`, { commit: shaA })).status).toBe(403)
  expect(await listed(cid)).toContain(id)
  await cid.api.approveFeature({ feature: id, commit: shaA })
  const byRole = await waiting([build, { ...approvalGate, roles: ['admin'] }])
  expect(await listed(bob)).not.toContain(byRole)
  expect(await listed(cid)).toContain(byRole)
})

test('two approvals are two people: one who approves twice is one', async () => {
  const { ann, bob } = acme
  const id = await waiting([build, { ...approvalGate, approvals: 2 }])
  await bob.api.approveFeature({ feature: id, commit: shaA })
  await bob.api.approveFeature({ feature: id, commit: shaA })
  expect(missing((await ann.call('POST', `/api/features/${id}/advance`, {})).body)).toEqual(['ship approval 1'])
})
