import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { authenticateSession } from '../../src/capabilities/identity/login/authenticate.ts'
import { operations } from '../../src/capabilities/operations.ts'
import { Refusal } from '../../src/kernel/errors.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { runJob } from '../memory/worker-runs.ts'
import { send, type Person } from '../harness/person.ts'
import { settles } from '../harness/wait.ts'

let baton: Baton
let admin: Person
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  admin = await baton.administrator()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(() => baton.close())

const begin = async (by = admin, who = ann): Promise<{ id: string; ends_at: string }> =>
  by.do('POST', `/api/admin/users/${who.user.id}/impersonate`, { reason: 'Support ticket 12' })
const header = (id: string) => ({ 'baton-impersonation': id })

/** Runs an operation without going through a door, as the administrator impersonating ann. */
async function run(operation: Operation, id: string, input: unknown = {}): Promise<string> {
  const { kernel } = baton.node.assembly
  const principal = await authenticateSession(kernel, admin.token, undefined, id)
  try {
    await execute(kernel, operation, principal, input, { door: 'test' })
    return 'ok'
  } catch (error) {
    const refusal = error as Refusal
    return refusal.extra['reason'] === 'impersonating' ? 'refused' : refusal.code
  }
}

const domainOf = (permission: string) => permission.split(':')[0] ?? ''
const own = new Set(['endImpersonation', 'createWsTicket'])
const closed = new Set(['webhook', 'tunnel', 'ci', 'sandbox'])
const readOnly = new Set(['feature', 'spec', 'decision', 'member', 'organization', 'repository', 'run', 'agent', 'session', 'workflow'])

/** Stated independently of the implementation: credentials, account writes, administration, exports, verdicts, members, machines. */
function isForbidden({ name, contract }: Operation): boolean {
  const { realm, permission, effect, needs_person } = contract
  if (own.has(name)) return false
  if (needs_person || realm === 'instance' || /export|approve|answerComment|submitReview/i.test(name)) return true
  if (realm === 'identity' || realm === 'account') return effect !== 'read'
  if (realm !== 'organization') return false
  const domain = domainOf(permission)
  return closed.has(domain) || (readOnly.has(domain) && !permission.endsWith(':read'))
}

const callable = [...operations.values()].filter(({ contract }) => contract.permission !== 'system' && contract.permission !== 'anyone')

test('none of the forbidden operations of the registry works while impersonating', async () => {
  const { id } = await begin()
  const forbidden = callable.filter(isForbidden)
  expect(forbidden.length).toBeGreaterThan(100)
  const let_in: string[] = []
  for (const operation of forbidden) {
    const outcome = await run(operation, id)
    // An administrator's own operations are refused because the impersonated user isn't an administrator.
    const refused = operation.contract.realm === 'instance' ? outcome === 'forbidden' : outcome === 'refused'
    if (!refused) let_in.push(`${operation.name}: ${outcome}`)
  }
  expect(let_in).toEqual([])
})

test('by the routes as well: no token, no export, no approval, no tunnel, no second impersonation', async () => {
  const { id } = await begin()
  const tries: [string, string, unknown?][] = [
    ['POST', '/api/settings/mcp-tokens', { name: 'mine' }],
    ['POST', '/api/settings/api-keys', { name: 'mine', scopes: ['*'] }],
    ['POST', '/api/auth/password', { password: 'another one of theirs' }],
    ['GET', '/api/projects/web/export?format=csv'],
    ['GET', '/api/projects/web/export/items'],
    ['POST', '/api/tunnels/register', { name: 'mine' }],
    ['GET', '/api/tunnels'],
    ['GET', '/api/admin/users'],
    ['POST', `/api/admin/users/${ann.user.id}/impersonate`, { reason: 'nested' }],
    ['PATCH', '/api/notifications/read-all', {}],
  ]
  for (const [method, path, body] of tries) expect((await admin.call(method, path, body, header(id))).status, `${method} ${path}`).toBe(403)
  expect((await admin.call('GET', '/api/projects', undefined, header(id))).body.items).toHaveLength(1)
})

test('every request, reads and refusals too, is audited with both ids', async () => {
  const { id } = await begin()
  const entries = () =>
    baton.look<{ operation: string; outcome: string }>(
      `select entry ->> 'operation' as operation, entry ->> 'outcome' as outcome from audit where entry ->> 'impersonator' = $1
        and entry -> 'actor' ->> 'user_id' = $2 and entry -> 'actor' ->> 'impersonator_id' = $1 and entry ->> 'credential_id' = $3`,
      [admin.user.id, ann.user.id, id],
    )
  const reads = callable.filter(({ contract }) => contract.effect === 'read' && contract.realm === 'organization')
  expect(reads.length).toBeGreaterThan(50)
  for (const operation of reads) await run(operation, id)
  const seen = new Set((await entries()).map(({ operation }) => operation))
  expect(reads.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([])
  await admin.do('POST', '/api/tasks', { project: 'web', title: 'By support' }, header(id))
  const [event] = await baton.look<{ actor: object }>("select actor from events where type = 'task.created' order by at desc limit 1")
  expect(event?.actor).toMatchObject({ user_id: ann.user.id, impersonator_id: admin.user.id, credential: 'impersonation' })
})

test('it begins with its audit entry, and its target is told why and by whom', async () => {
  const { id } = await begin()
  const [entry] = await baton.look("select 1 from audit where entry ->> 'operation' = 'impersonateUser' and entry ->> 'target' = $1", [
    ann.user.id,
  ])
  expect(entry).toBeTruthy()
  await runJob(baton, 'tellOfImpersonation', undefined, { impersonation_id: id })
  const [told] = await baton.look("select 1 from events where type = 'impersonation.started' and owner_id = $1", [ann.user.id])
  expect(told).toBeTruthy()
  const { items } = await ann.api.listImpersonations({})
  expect(items[0]).toMatchObject({ id, reason: 'Support ticket 12', administrator: { handle: admin.user.handle }, ended_at: null })
  const { items: sent } = await admin.api.listAnnouncements({ user: ann.user.id })
  expect(sent[0]?.title).toBe('An administrator acts as you')
  await runJob(baton, 'spreadAnnouncement', undefined, { announcement_id: sent[0]?.id })
  await runJob(baton, 'deliverAnnouncement', ann.user.personal_organization_id, { announcement_id: sent[0]?.id, user_id: ann.user.id })
  expect((await ann.api.listNotifications({})).items[0]).toMatchObject({ kind: 'announcement', title: 'An administrator acts as you' })
})

test('the target gains nothing, and nobody else can use the id', async () => {
  const { id } = await begin()
  const state = () =>
    baton.look(
      `select (select count(*) from auth.sessions where user_id = $1) as sessions, (select max(last_used_at) from auth.sessions where user_id = $1) as used,
        (select count(*) from auth.tokens where user_id = $1) as tokens, (select role from auth.accounts where user_id = $1) as role`,
      [ann.user.id],
    )
  const before = await state()
  await admin.do('GET', '/api/projects', undefined, header(id))
  await admin.do('GET', '/api/auth/me', undefined, header(id))
  expect(await state()).toEqual(before)
  expect((await ann.call('GET', '/api/admin/users')).status).toBe(403)
  // The header has no effect with the target's own login, another administrator's, or an API key of the same administrator.
  const other = await baton.administrator()
  const { key } = await admin.api.createApiKey({ name: 'k', scopes: ['*'] })
  for (const [who, token] of [
    [ann, ann.token],
    [other, other.token],
    [admin, key],
  ] as const) {
    const answer = await send(baton.url, 'GET', '/api/projects', undefined, { authorization: `Bearer ${token}`, ...header(id) })
    expect(answer.status >= 401 && answer.status <= 403, `${who.user.handle}: ${answer.status}`).toBe(true)
  }
  // Nor with a different login of the same administrator.
  const again = await send(baton.url, 'POST', '/api/auth/login', { email: admin.user.email, password: admin.password })
  const elsewhere = await send(baton.url, 'GET', '/api/projects', undefined, { authorization: `Bearer ${again.body.token}`, ...header(id) })
  expect(elsewhere.body.reason).toBe('impersonation_ended')
})

test('it ends from either side, and when another begins', async () => {
  const status = async (id: string) => (await admin.call('GET', '/api/projects', undefined, header(id))).body.reason ?? 'works'
  const first = await begin()
  expect(await status(first.id)).toBe('works')
  await ann.do('POST', `/api/settings/impersonations/${first.id}/end`, {})
  expect(await status(first.id)).toBe('impersonation_ended')
  const second = await begin()
  await admin.do('POST', `/api/settings/impersonations/${second.id}/end`, {}, header(second.id))
  expect(await status(second.id)).toBe('impersonation_ended')
  const third = await begin()
  await admin.do('POST', `/api/settings/impersonations/${third.id}/end`, {})
  expect(await status(third.id)).toBe('impersonation_ended')
  const fourth = await begin()
  const fifth = await begin(admin, await baton.person())
  expect([await status(fourth.id), await status(fifth.id)]).toEqual(['impersonation_ended', 'works'])
  const bob = await baton.person()
  expect((await bob.call('POST', `/api/settings/impersonations/${fifth.id}/end`, {})).status).toBe(404)
  expect(await status(fifth.id)).toBe('works')
})

test('an open stream of it closes with the next check after its end', async () => {
  const { id } = await begin()
  const { ticket } = await admin.do('POST', '/api/auth/ws-ticket', {}, header(id))
  const socket = new WebSocket(
    `${baton.url.replace('http', 'ws')}/api/ws?token=${ticket}&organization=${ann.user.personal_organization_id}`,
  )
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await ann.do('POST', `/api/settings/impersonations/${id}/end`, {})
  await settles('the stream to close', ended)
})

test('no administrator, no suspended account and not oneself; a reason is asked for; it can be turned off', async () => {
  const other = await baton.administrator()
  const path = (who: Person) => `/api/admin/users/${who.user.id}/impersonate`
  expect((await admin.call('POST', path(other), { reason: 'because' })).status).toBe(403)
  expect((await admin.call('POST', path(admin), { reason: 'because' })).status).toBe(409)
  expect((await admin.call('POST', path(ann), {})).status).toBe(400)
  const sam = await baton.person()
  await admin.do('PATCH', `/api/admin/users/${sam.user.id}/suspend`, {})
  expect((await admin.call('POST', path(sam), { reason: 'because' })).status).toBe(409)
  await admin.api.updateSetting({ key: 'impersonation', value: { allowed: false } })
  expect((await admin.call('POST', path(ann), { reason: 'because' })).status).toBe(403)
  await admin.api.updateSetting({ key: 'impersonation', value: { allowed: true } })
})

test('it ends by itself after half an hour, and when its target becomes an administrator', async () => {
  const zoe = await baton.person()
  const risen = await begin(admin, zoe)
  await baton.look("update auth.accounts set role = 'admin' where user_id = $1", [zoe.user.id])
  expect((await admin.call('GET', '/api/projects', undefined, header(risen.id))).body.reason).toBe('impersonation_ended')
  const { id } = await begin()
  baton.clock.advance(29 * 60_000)
  const refreshed = async () => {
    const { body } = await send(baton.url, 'POST', '/api/auth/refresh', { refresh_token: admin.refreshToken })
    admin.token = body.token
    admin.refreshToken = body.refresh_token
  }
  await refreshed()
  expect((await admin.call('GET', '/api/projects', undefined, header(id))).status).toBe(200)
  baton.clock.advance(2 * 60_000)
  expect((await admin.call('GET', '/api/projects', undefined, header(id))).body.reason).toBe('impersonation_ended')
})
