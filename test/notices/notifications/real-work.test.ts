import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalGate, evidenceGate, reviewGate, shaA, startAcme, type Acme } from '../../features/acme.ts'
import type { Person } from '../../harness/person.ts'
import { inbox, readLog, told as toldAll } from './office.ts'

let acme: Acme
let read: () => Promise<void>
beforeAll(async () => {
  acme = await startAcme()
  const { items } = await acme.ann.do('GET', '/api/organizations')
  read = () => readLog(acme.baton, items.find((one: any) => one.handle === 'acme').id, 3)
})
afterAll(() => acme.close())

/** Without the notifications that someone gets as a watcher. */
const told = async (person: Person) => (await toldAll(person)).filter((line) => !line.startsWith('watching'))

test('a comment, an assignment and a gate reach the person they name as what they are', async () => {
  const { ann, bob } = acme
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
  await read()
  const about = (subject: object) => expect.objectContaining({ subject: expect.objectContaining(subject) })
  const [gate, mention, assignment, ...rest] = await inbox(bob)
  expect(rest).toEqual([])
  expect([assignment, mention]).toEqual([about({ kind: 'task', ref: task.key }), about({ kind: 'task', ref: task.key })])
  expect([assignment.kind, mention.kind]).toEqual(['assignment', 'mention'])
  expect(gate).toMatchObject({ kind: 'gate_waiting', gate: 'ship', title: 'Dark mode', subject: { kind: 'feature', id, ref } })
  expect(mention).toMatchObject({ title: 'Colours', excerpt: 'What do you think, @bob? And `@ann`?', comment_id: expect.any(String) })
  await bob.do('POST', `/api/features/${id}/send-back`, { words: 'The contrast is too low, @ann.' })
  await read()
  expect(await inbox(ann)).toMatchObject([
    { kind: 'mention', subject: { kind: 'feature', id }, actor: { handle: 'bob' }, excerpt: 'The contrast is too low, @ann.' },
  ])
  // A feature that was sent back no longer waits for anyone at that gate.
  expect((await inbox(bob)).map(({ kind }) => kind)).toEqual(['mention', 'assignment'])
})

const settle = async (person: Acme['bob']) => {
  await person.do('PATCH', '/api/notifications/read-all')
  for (const { id } of await inbox(person)) await person.do('PATCH', `/api/notifications/${id}/archive`)
}

test('a question leaves the inbox when it is answered, for whoever answered it, and counts once', async () => {
  const { ann, bob } = acme
  await settle(ann)
  await settle(bob)
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Cap' })
  const comments = `/api/tasks/${task.key}/comments`
  await bob.do('POST', comments, { body: '@ann which cap?' })
  await ann.do('POST', comments, { body: '@bob which do you want?' })
  await ann.do('POST', comments, { body: '@bob and by when?' })
  await read()
  expect(await inbox(ann)).toEqual([])
  expect((await inbox(bob)).map(({ excerpt }) => excerpt)).toEqual(['@bob and by when?', '@bob which do you want?'])
  expect(await bob.do('GET', '/api/notifications')).toMatchObject({ unread: 2, needs_you: 1 })
  await bob.do('POST', comments, { body: 'The small one, now.' })
  await read()
  expect(await bob.do('GET', '/api/notifications')).toMatchObject({ items: [], unread: 0, needs_you: 0 })
  expect(await inbox(bob, '?box=archived&limit=2')).toMatchObject([{ excerpt: '@bob and by when?' }, {}])
})

test('a gate that was passed, a review that was given and a shipped feature wait for nobody', async () => {
  const { ann, bob } = acme
  const { id } = await acme.feature(ann, [reviewGate, approvalGate])
  await ann.do('POST', `/api/features/${id}/commits`, { commit: shaA })
  await read()
  expect(await told(bob)).toEqual([expect.stringContaining('review_requested')])
  await bob.do('POST', `/api/features/${id}/reviews`, { verdict: 'approve', commit: shaA })
  await read()
  expect(await told(bob)).toEqual([])
  await ann.do('POST', `/api/features/${id}/advance`, { summary: 's', recommendation: 'r', risks: 'k' })
  await read()
  expect(await told(bob)).toEqual([expect.stringContaining('gate_waiting')])
  await bob.do('POST', `/api/features/${id}/approvals`, { commit: shaA })
  await bob.do('POST', `/api/features/${id}/advance`, {})
  await read()
  expect(await told(bob)).toEqual([])
})

test('what was taken back, given to another or deleted leaves too, and its words with it', async () => {
  const { ann, bob } = acme
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Given', assignee: 'bob' })
  const comment = await ann.do('POST', `/api/tasks/${task.key}/comments`, { body: '@bob a secret' })
  await read()
  expect(await told(bob)).toHaveLength(2)
  await ann.do('DELETE', `/api/tasks/${task.key}/comments/${comment.id}`)
  await ann.do('PATCH', `/api/tasks/${task.key}`, { assignee: 'ann' })
  await read()
  expect(await told(bob)).toEqual([])
  expect(JSON.stringify(await inbox(bob, '?box=archived'))).not.toContain('a secret')
})
