import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { Office, inbox, told } from './office.ts'

let baton: Baton
let office: Office
let [ann, bob, cat, eve]: Person[] = []
let web: { id: string }
let vault: { id: string }

beforeAll(async () => {
  baton = await startBaton()
  office = await Office.open(baton, await baton.person('ann'), 'acme')
  ann = office.owner
  bob = await office.join(await baton.person('bob'))
  cat = await office.join(await baton.person('cat'))
  eve = await baton.person('eve')
  web = await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  vault = await ann.do('POST', '/api/projects', { name: 'Vault', slug: 'vault', visibility: 'private' })
})
afterAll(() => baton.close())

const item = (key: string, more = {}) => ({ id: newId(), kind: 'task', key, title: `Title of ${key}`, ...more })
const person = (one: Person | undefined) => one as Person
const comment = (key: string, mentions: string[]) => ({ comment: { id: newId(), body: 'secret words' }, item: item(key), mentions })

test('a mention, an assignment, a review and a waiting gate each reach the right person once, however often the log is read', async () => {
  const [a, b, c] = [person(ann), person(bob), person(cat)]
  const task = await a.do('POST', '/api/tasks', { project: 'web', title: 'For Bob', assignee: 'bob' })
  await office.happen(a, { type: 'comment.created', project_id: web.id, data: comment('WEB-7', [b.user.id, b.user.id]) })
  const feature = { id: newId(), slug: 'login', title: 'Log in' }
  await office.happen(a, { type: 'feature.waiting', project_id: web.id, data: { feature, gate: 'ship', waiting_for: [c.user.id] } })
  await office.happen(a, {
    type: 'feature.review_requested',
    project_id: web.id,
    data: { feature, gate: 'review', reviewers: [b.user.id] },
  })
  await office.read(5)
  await office.read()
  expect(await told(b)).toEqual([`assignment ${task.key}`, 'mention WEB-7', 'review_requested login'])
  expect(await told(c)).toEqual(['gate_waiting login'])
  expect(await told(a)).toEqual([])
  const [gate] = await inbox(c)
  expect(gate).toMatchObject({
    organization: { handle: 'acme' },
    project: { slug: 'web' },
    subject: { kind: 'feature', id: feature.id, ref: 'login' },
    actor: { handle: 'ann', agent: null },
    title: 'Log in',
    gate: 'ship',
    read_at: null,
  })
  // Reading the log again from the beginning, as after restoring a backup, notifies nobody twice.
  await baton.look("update log_readers set seq = 0 where org_id = $1 and reader = 'notifications'", [office.id])
  await office.read(3)
  expect(await told(b)).toHaveLength(3)
  expect(await told(c)).toHaveLength(1)
  // The excerpt is only for the people it names.
  expect((await inbox(b)).map(({ excerpt }) => excerpt)).toEqual([null, 'secret words', null])
  expect(JSON.stringify(await inbox(c))).not.toContain('secret words')
})

test('an assignment is told when it changes hands, not when something else about the task does', async () => {
  const [a, b, c] = [person(ann), person(bob), person(cat)]
  const before = (await told(c)).length
  const task = await a.do('POST', '/api/tasks', { project: 'web', title: 'Wanders', assignee: 'bob' })
  await a.do('PATCH', `/api/tasks/${task.key}`, { assignee: 'cat' })
  await a.do('PATCH', `/api/tasks/${task.key}`, { title: 'Wandered' })
  await office.read()
  expect(await told(c)).toHaveLength(before + 1)
  // The previous assignee has nothing left to do, so their notification is gone.
  expect((await told(b)).filter((one) => one.endsWith(task.key))).toEqual([])
})

test('nobody is told of what they may not see, of what they did themselves, or of what is another’s alone', async () => {
  const [a, b, c] = [person(ann), person(bob), person(cat)]
  const before = [await told(a), await told(b), await told(c)]
  await office.happen(a, { type: 'comment.created', project_id: vault.id, data: comment('VAU-1', [b.user.id, c.user.id]) })
  await office.happen(b, { type: 'comment.created', project_id: web.id, data: comment('WEB-8', [b.user.id, person(eve).user.id]) })
  await office.happen(a, {
    type: 'note.created',
    owner_id: a.user.id,
    data: { note: { id: newId(), slug: 'mine' }, mentions: [c.user.id] },
  })
  await office.happen(a, { type: 'comment.created', project_id: web.id, data: { ...comment('WEB-9', []), mentions: ['no id', 7, null] } })
  await office.read()
  expect([await told(a), await told(b), await told(c)]).toEqual(before)
  expect(await told(person(eve))).toEqual([])
  // Someone who joins the project is notified from then on.
  await a.do('PUT', '/api/projects/vault/members/bob')
  await office.happen(a, { type: 'comment.created', project_id: vault.id, data: comment('VAU-2', [b.user.id, c.user.id]) })
  await office.read()
  expect(await told(b)).toContain('mention VAU-2')
  expect(await told(c)).toEqual(before[2])
})

test('what an agent does is told to its owner', async () => {
  const b = person(bob)
  const agent = newId()
  await office.happen(b, { type: 'comment.created', project_id: web.id, data: comment('WEB-10', [b.user.id]) }, agent)
  await office.read()
  expect(await told(b)).toContain('mention WEB-10')
})

test('one event tells a person at most once for each kind, and an unread gate does not pile up', async () => {
  const [a, c] = [person(ann), person(cat)]
  const both = { item: item('WEB-20', { assignee_id: c.user.id }), mentions: [c.user.id, c.user.id] }
  await office.happen(a, { type: 'task.created', project_id: web.id, data: both })
  const feature = { id: newId(), slug: 'piles', title: 'Piles' }
  const waiting = (gate: string) =>
    office.happen(a, { type: 'feature.waiting', project_id: web.id, data: { feature, gate, waiting_for: [c.user.id] } })
  await waiting('build')
  await waiting('build')
  await waiting('ship')
  await office.read()
  const mine = async () => (await told(c)).filter((one) => /WEB-20|piles/.test(one))
  expect(await mine()).toEqual(['mention WEB-20', 'assignment WEB-20', 'gate_waiting piles', 'gate_waiting piles'])
  await c.do('PATCH', '/api/notifications/read-all')
  await waiting('build')
  await office.read()
  expect(await mine()).toHaveLength(5)
})

test('a kind that somebody turned off is not told to them', async () => {
  const [a, c] = [person(ann), person(cat)]
  await c.do('PATCH', '/api/settings/preferences', { notifications: { mention: { in_app: false, mail: 'off' } } })
  await office.happen(a, { type: 'comment.created', project_id: web.id, data: comment('WEB-30', [c.user.id]) })
  await office.read()
  expect(await told(c)).not.toContain('mention WEB-30')
})
