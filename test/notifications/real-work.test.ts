import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalGate, evidenceGate, shaA, startAcme, type Acme } from '../features/acme.ts'
import { inbox, readLog } from './office.ts'

let acme: Acme
beforeAll(async () => void (acme = await startAcme()))
afterAll(() => acme.close())

test('a comment, an assignment and a gate reach the person they name as what they are', async () => {
  const { ann, bob, baton } = acme
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Colours', assignee: 'bob' })
  await ann.do('POST', `/api/tasks/${task.key}/comments`, { body: 'What do you think, @bob? And `@ann`?' })
  const { id, ref } = await acme.feature(ann, [evidenceGate('build', 'tests', 'reported'), approvalGate])
  await ann.do('POST', `/api/features/${id}/advance`, {
    commit: shaA,
    evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, log: '3 passed' }],
    summary: 'Dark colours.',
    recommendation: 'Approve.',
    risks: 'Contrast.',
  })
  await bob.do('POST', `/api/features/${id}/send-back`, { words: 'The contrast is too low, @ann.' })
  await readLog(baton, (await ann.do('GET', '/api/organizations')).items.find((one: any) => one.handle === 'acme').id, 3)
  const about = (subject: object) => expect.objectContaining({ subject: expect.objectContaining(subject) })
  const [gate, mention, assignment, ...rest] = await inbox(bob)
  expect(rest).toEqual([])
  expect([assignment, mention]).toEqual([about({ kind: 'task', ref: task.key }), about({ kind: 'task', ref: task.key })])
  expect([assignment.kind, mention.kind]).toEqual(['assignment', 'mention'])
  expect(gate).toMatchObject({ kind: 'gate_waiting', gate: 'ship', title: 'Dark mode', subject: { kind: 'feature', id, ref } })
  expect(await inbox(ann)).toMatchObject([{ kind: 'mention', subject: { kind: 'feature', id }, actor: { handle: 'bob' } }])
})
