import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, ownerOf, startWithGitHub, type WithGitHub } from '../code-host/connected.ts'

let world: WithGitHub
beforeAll(async () => void (world = await startWithGitHub()))
afterAll(() => world.close())

let count = 0
const connected = async () => {
  const repository = await world.github.addRepository(`pulls-${++count}`)
  await repository.push('main', 'First', { 'src/pay.ts': 'a', 'README.md': '# Hello' })
  const ann = await ownerOf(world, repository)
  const { id } = await connect(ann, repository)
  return { repository, ann, id }
}

test('a pull request names its tasks, says how gates stand, and warns where a decision governs what it changes', async () => {
  const { repository, ann, id } = await connected()
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Pay' })
  await ann.do('POST', '/api/features', { project: 'web', title: 'Payments', tasks: [task.key] })
  const decision = await ann.do('POST', '/api/decisions', {
    project: 'web',
    title: 'Pay by card',
    status: 'accepted',
    paths: ['src/pay.ts'],
  })
  await repository.push('pay', 'Pay', { 'src/pay.ts': 'b' }, { from: 'main' })
  const made = await ann.do('POST', `/api/repos/${id}/pulls`, {
    title: 'Pay',
    body: 'By card',
    head: 'pay',
    reviewers: ['bob', 'nobody-here'],
    tasks: [task.key],
  })
  expect(made).toMatchObject({
    title: `${task.key}: Pay`,
    existed: false,
    tasks: [task.key],
    gates: [{ title: 'Payments', missing: expect.any(Number) }],
    governed: [{ decision: decision.ref, paths: ['src/pay.ts'] }],
    not_asked: ['nobody-here'],
  })
  const pull = repository.pulls.get(made.number)
  expect(pull?.requested).toEqual(['bob'])
  expect(pull?.body).toContain('By card')
  expect(pull?.body).toContain(decision.ref)
  expect(pull?.body).toContain('Payments')
  expect((await ann.do('GET', `/api/repos/${id}/pulls`)).items).toMatchObject([{ number: made.number, tasks: [task.key], review: null }])
  // Our own write comes back and emits no event.
  const events = () => world.baton.look('select from events where org_id = $1', [ann.organization])
  const before = (await events()).length
  await world.github.deliveries.settled()
  const again = await ann.do('POST', `/api/repos/${id}/sync`, {})
  expect(again.changed).toEqual(['branches'])
  expect((await events()).length).toBe(before + 1)
})

test('whoever calls twice has one pull request, and what cannot be opened is said in words', async () => {
  const { repository, ann, id } = await connected()
  await repository.push('topic', 'Topic', { 'b.ts': 'b' }, { from: 'main' })
  const first = await ann.do('POST', `/api/repos/${id}/pulls`, { title: 'Topic', head: 'topic' })
  expect(await ann.do('POST', `/api/repos/${id}/pulls`, { title: 'Topic', head: 'topic' })).toMatchObject({
    number: first.number,
    existed: true,
  })
  expect(repository.pulls.size).toBe(1)
  expect((await ann.call('POST', `/api/repos/${id}/pulls`, { title: 'T', head: 'nowhere' })).body.detail).toContain('no such head branch')
  expect((await ann.call('POST', `/api/repos/${id}/pulls`, { title: 'T', head: 'main' })).body.detail).toContain('no commit')
})
