import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'

let baton: Baton
let worker: { close(): Promise<void> }
let ann: Person
let bob: Person
let root: Person
beforeAll(async () => {
  baton = await startBaton({ REPORTS_PER_HOUR: '10' })
  worker = await startWorker(baton)
  ;[ann, bob, root] = [await baton.person('ann'), await baton.person('bob'), await baton.administrator()]
})
afterAll(async () => {
  await worker.close()
  await baton.close()
})

const report = (by: Person, title: string, more: object = {}) => by.do('POST', '/api/issues', { title, ...more })
const told = async (by: Person) => (await by.do('GET', '/api/notifications?kind=report_updated')).items

test('a report says what its author chose, is theirs to see, and reaches the administrators', async () => {
  const sent = { body: 'It flickers.', page: '/northwind/board', app_version: '0.6.0', request_id: 'r-1', console: ['TypeError: x'] }
  const made = await report(ann, 'Board flickers', sent)
  expect(made).toMatchObject({ ...sent, title: 'Board flickers', status: 'new', number: expect.any(Number) })
  expect((await ann.do('GET', '/api/issues')).items.map((one: any) => one.id)).toEqual([made.id])
  expect((await bob.do('GET', '/api/issues')).items).toEqual([])
  expect((await bob.call('GET', `/api/issues/${made.id}`)).status).toBe(404)
  const all = await root.do('GET', '/api/admin/issues?status=new&q=flickers')
  expect(all.items).toMatchObject([{ id: made.id, reporter: { handle: 'ann' }, duplicates: 0 }])
  expect(all.counts.new).toBeGreaterThan(0)
  expect((await ann.call('GET', '/api/admin/issues')).status).toBe(403)
})

test('every change is told to the reporter, who answers', async () => {
  const { id, number } = await report(ann, 'Search finds nothing')
  await root.do('PATCH', `/api/admin/issues/${id}`, { status: 'triaged' })
  await expect
    .poll(async () => (await told(ann))[0])
    .toMatchObject({ subject: { kind: 'issue_report', id, ref: `#${number}` }, excerpt: 'Somebody has looked at it.' })
  await root.do('PATCH', `/api/admin/issues/${id}`, { answer: 'Which words did you search for?' })
  await expect.poll(async () => (await told(ann))[0]?.excerpt).toBe('Which words did you search for?')
  await ann.do('POST', `/api/issues/${id}/messages`, { body: 'Invoices' })
  const { thread } = await root.do('GET', `/api/admin/issues/${id}`)
  expect(thread.map((one: any) => [one.from_administrator, one.body])).toEqual([
    [true, 'Which words did you search for?'],
    [false, 'Invoices'],
  ])
  expect((await ann.do('GET', `/api/issues/${id}`)).thread).toHaveLength(2)
  expect((await bob.call('POST', `/api/issues/${id}/messages`, { body: 'Me too' })).status).toBe(404)
  const stale = await root.call('PATCH', `/api/admin/issues/${id}`, { status: 'fixed', version: 1 })
  expect(stale.status).toBe(412)
})

test('before sending, reports of one’s own and known issues are offered, and nothing of other people’s', async () => {
  const { id } = await report(ann, 'Export of timesheets breaks', { body: 'Secret client Acme' })
  const similar = async (by: Person, q: string) => (await by.do('GET', `/api/issues/similar?q=${encodeURIComponent(q)}`)).items
  expect(await similar(ann, 'timesheet export')).toMatchObject([{ id, own: true }])
  expect(await similar(bob, 'timesheets export breaks')).toEqual([])
  await root.do('PATCH', `/api/admin/issues/${id}`, { known_as: 'Exporting timesheets fails for long months' })
  expect(await similar(bob, 'timesheets export')).toMatchObject([{ title: 'Exporting timesheets fails for long months', own: false }])
  expect(await similar(bob, 'Acme')).toEqual([])
  expect(await similar(bob, "'; drop table issue_reports; --")).toEqual([])
})

test('duplicates are merged, and what becomes of one is told to all', async () => {
  const one = await report(ann, 'Login loops')
  const two = await report(bob, 'Login loops for ever')
  const { similar } = await root.do('GET', `/api/admin/issues/${two.id}`)
  expect(similar.map(({ number }: any) => number)).toContain(one.number)
  await root.do('PATCH', `/api/admin/issues/${two.id}`, { merge_into: one.number })
  await expect.poll(async () => (await told(bob))[0]?.excerpt).toContain('the same as another report')
  expect(await root.do('GET', `/api/admin/issues/${one.id}`)).toMatchObject({ duplicates: 1 })
  await root.do('PATCH', `/api/admin/issues/${one.id}`, { status: 'fixed' })
  await expect.poll(async () => (await told(bob))[0]?.excerpt).toBe('It is fixed.')
  expect(await bob.do('GET', `/api/issues/${two.id}`)).toMatchObject({ status: 'fixed', merged: true })
  expect((await root.call('PATCH', `/api/admin/issues/${one.id}`, { merge_into: two.number })).status).toBe(400)
})

test('nobody floods the administrators', async () => {
  const carl = await baton.person('carl')
  const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => carl.call('POST', '/api/issues', { title: `Thing ${at}` })))
  const count = (status: number) => answers.filter((one) => one.status === status).length
  expect([count(201), count(429)]).toEqual([10, 4])
})

test('an erased account leaves none of its reports', async () => {
  const dora = await baton.person('dora')
  const { id } = await report(dora, 'Forget me')
  await root.do('PATCH', `/api/admin/issues/${id}`, { answer: 'Gladly.' })
  await baton.look("update auth.accounts set closed_at = now() - interval '60 days' where user_id = $1", [dora.user.id])
  await baton.look("update organizations set deleted_at = now() - interval '60 days' where personal_of = $1", [dora.user.id])
  const erase = () =>
    baton.look(
      "do $$ begin while app.erase_organization((select personal_org_id from auth.accounts where user_id = '" +
        dora.user.id +
        "'), now() - interval '30 days', 1000) > 0 loop end loop; end $$",
    )
  // Retried, because a log reader that is still running may store its cursor in the meantime.
  await expect.poll(() => erase().then(Boolean, (error: Error) => error.message)).toBe(true)
  await baton.look("select app.erase_account($1, now() - interval '30 days')", [dora.user.id])
  expect(await baton.look('select 1 from issue_reports where id = $1', [id])).toEqual([])
  expect(await baton.look('select 1 from issue_report_messages where report_id = $1', [id])).toEqual([])
})
