import { afterAll, beforeAll, expect, test } from 'vitest'
import { retained } from '../../../src/capabilities/administration/retention/retention.contract.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { runJob, runWhole } from '../../memory/worker-runs.ts'
import type { Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { patience } from '../../harness/wait.ts'
import { waitForJobs } from '../../harness/jobs.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(() => baton.close())

const count = async (from: string, values: unknown[] = []) =>
  (await baton.look<{ count: number }>(`select count(*)::integer as count from ${from}`, values))[0]?.count
const purge = (...tables: string[]) => runWhole(baton, 'purge', { tables })

test('a purge goes on until nothing is due, a batch and a transaction at a time', async () => {
  await baton.look(
    `insert into idempotency (org_id, principal, operation, key, input_hash, created_at, expires_at)
    select $1, $1, 'createTask', 'old ' || n, '\\x00', now() - interval '2 days', now() - interval '1 day' from generate_series(1, 12000) n`,
    [ann.user.personal_organization_id],
  )
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'Today' }, { 'idempotency-key': 'of today' })
  const first = await runJob(baton, 'purge', undefined, { tables: ['idempotency', 'attempts'] })
  expect(first).toEqual({ removed: 5000, next: { tables: ['attempts', 'idempotency'] } })
  expect(await purge('idempotency')).toBe(7000)
  expect(await count("idempotency where key like 'old %'")).toBe(0)
  expect(await count("idempotency where key = 'of today'")).toBe(1)
})

test('the worker runs a purge to its end in one job', async () => {
  await baton.look(
    `insert into auth.attempts (kind, key, at) select 'login_address', 'x', now() - interval '2 days' from generate_series(1, 11000)`,
  )
  const worker = await startWorker(baton)
  await baton.look("insert into jobs.job (name, data) values ('purge', '{}')")
  await expect.poll(() => count("auth.attempts where key = 'x'"), { timeout: patience }).toBe(0)
  await waitForJobs(baton, ['purge'])
  await worker.close()
})

test('events are found by the date they are due, in whichever organizations they are, and older cursors are told', async () => {
  const bob = await baton.person('bob')
  await bob.do('POST', '/api/projects', { name: 'Kept', slug: 'kept' })
  await baton.look("update events set at = at - interval '400 days' where org_id = $1", [ann.user.personal_organization_id])
  await baton.look("update log_heads set first_at = first_at - interval '400 days' where org_id = $1", [ann.user.personal_organization_id])
  const of = (person: Person) => count('events where org_id = $1', [person.user.personal_organization_id])
  const [before, kept] = [await of(ann), await of(bob)]
  expect(before).toBeGreaterThan(0)
  await purge('events')
  expect([await of(ann), await of(bob)]).toEqual([0, kept])
  const [head] = await baton.look('select first_seq = seq + 1 as raised, first_at from log_heads where org_id = $1', [
    ann.user.personal_organization_id,
  ])
  expect(head).toEqual({ raised: true, first_at: null })
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'After the trim' })
  const [again] = await baton.look(
    'select first_at = (select min(at) from events e where e.org_id = h.org_id) as known from log_heads h where org_id = $1',
    [ann.user.personal_organization_id],
  )
  expect(again).toEqual({ known: true })
})

test('what credentials, invites, telemetry and checkpoints leave behind goes when its time has come, and not before', async () => {
  const org = await (await baton.person('cat')).createOrganization('cats')
  const { token } = await org.mcpToken('old')
  await org.do('POST', '/api/organization/invites', { email: 'nobody@example.com', role: 'member' })
  expect(token).toBeTruthy()
  const old = ['sessions', 'tokens', 'invites'] as const
  expect(await purge(...old)).toBe(0)
  await baton.look("update auth.tokens set expires_at = now() - interval '91 days' where user_id = $1", [org.user.id])
  await baton.look("update invites set revoked_at = now() - interval '91 days' where email = 'nobody@example.com'")
  await baton.look("update auth.sessions set ends_at = now() - interval '91 days' where user_id = $1", [org.user.id])
  expect(await purge(...old)).toBeGreaterThanOrEqual(3)
  expect(await count('auth.tokens where user_id = $1', [org.user.id])).toBe(0)
  expect(await count('auth.sessions where user_id = $1', [org.user.id])).toBe(0)
  expect(await count("invites where email = 'nobody@example.com'")).toBe(0)
})

test('deleted items go with all that hangs on them, those that can be restored stay, and the audit trail stays whole', async () => {
  const epic = await ann.do('POST', '/api/projects/web/epics', { title: 'Gone' })
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Below it', epic: epic.id })
  const first = await ann.do('POST', `/api/tasks/${task.key}/comments`, { body: 'A remark' })
  await ann.do('POST', `/api/tasks/${task.key}/comments`, { body: 'Its answer', reply_to: first.id })
  const recent = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Deleted today' })
  await ann.do('DELETE', `/api/projects/web/epics/${epic.id}`)
  await ann.do('DELETE', `/api/tasks/${recent.key}`)
  expect(await purge('work_items', 'comments')).toBe(0)
  await baton.look("update work_items set deleted_at = deleted_at - interval '91 days' where id = any($1)", [[epic.id, task.id]])
  expect(await purge('work_items', 'comments')).toBe(2)
  expect(await count('work_items where id = any($1)', [[epic.id, task.id, recent.id]])).toBe(1)
  expect(await count('comments where item_id = $1', [task.id])).toBe(0)
  expect(await count("audit where operation = 'deleteEpic'")).toBe(1)
})

test('what a machine was asked and the nonces of receipts go when their time has come', async () => {
  const { id: tunnel } = await ann.do('POST', '/api/tunnels/register', { name: 'Laptop' })
  const org = ann.user.personal_organization_id
  await baton.look(
    `insert into tunnel_actions (org_id, id, tunnel_id, action, risk, arguments, state, requested_by, expires_at, created_at, ended_at)
    select $1, gen_random_uuid(), $2, 'note', 'read', '{}', 'done', $3, now(), now(), now() - age
    from unnest(array[interval '181 days', interval '179 days', null]) age`,
    [org, tunnel, ann.user.id],
  )
  await baton.look(
    `insert into receipt_nonces (org_id, nonce_hash, tunnel_id, user_id, created_at, expires_at)
    select $1, age::text::bytea, $2, $3, now(), now() - age from unnest(array[interval '1 hour', interval '-1 hour']) age`,
    [org, tunnel, ann.user.id],
  )
  expect(await purge('tunnel_actions', 'receipt_nonces')).toBe(2)
  expect([await count('tunnel_actions'), await count('receipt_nonces')]).toEqual([2, 1])
})

test('every table with retention has rules on both sides and an index its oldest row is found by', async () => {
  const rules = await baton.look<{ name: string }>('select name from app.retained()')
  expect([...rules.map(({ name }) => name), 'events', 'audit'].toSorted()).toEqual([...retained].toSorted())
  const oldest = await baton.look<{ name: string }>('select name from app.oldest_rows()')
  expect(oldest.map(({ name }) => name).toSorted()).toEqual([...retained].toSorted())
  const unindexed = await baton.look(`select r.name from app.retained() r where not exists (select from pg_index i
    where i.indrelid = r.relation::regclass and i.indisvalid and lower(pg_get_indexdef(i.indexrelid, 1, true)) = r.due)`)
  expect(unindexed).toEqual([])
  const heads = "select indexname from pg_indexes where indexname in ('log_heads_first', 'log_heads_audit_first', 'log_heads_unread')"
  expect(await baton.look(heads)).toHaveLength(3)
})
