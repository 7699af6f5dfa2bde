import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '../../src/platform/ids.ts'
import { digest, newSecret } from '../../src/platform/secrets.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import { runJob } from '../memory/worker-runs.ts'
import { Person, send, type Answer } from '../harness/person.ts'

let baton: Baton
let admin: Person
let owner: Person

beforeAll(async () => {
  baton = await startBaton()
  admin = await baton.administrator()
  owner = await (await baton.person('olga')).createOrganization('acme')
})
afterAll(() => baton.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) => send(baton.url, 'POST', path, body, headers)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A member of the organization with one credential of every kind; each function reports whether that credential still works. */
async function member(name: string) {
  const person = await baton.person(name)
  await owner.do('POST', '/api/organization/members', { user: person.user.handle, role: 'admin' })
  const here = person.in(owner.organization ?? '')
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [person.user.id])
  const { key } = await here.api.createApiKey({ name: 'key', scopes: ['*'] })
  const { token: mcp } = await here.mcpToken()
  await callTool(baton.url, mcp, 'list_projects', {})
  const approved = async () => {
    const { body } = await post('/api/auth/device/request', {})
    await here.do('POST', '/api/auth/device/approve', { user_code: body.user_code })
    return body.device_code as string
  }
  const device = (await post('/api/auth/device/poll', { device_code: await approved() })).body.token as string
  const waiting = await approved()
  const mailed = async (kind: string, hash = newSecret()) => {
    await baton.look(
      `insert into auth.mailings (id, kind, email, user_id, hash, created_at, sent_at, expires_at)
        values ($1, $2, $3, $4, $5, now(), now(), now() + interval '10 minutes')`,
      [newId(), kind, person.user.email, person.user.id, digest(hash)],
    )
    return hash
  }
  const magic = await mailed('magic_link')
  const reset = newSecret()
  await baton.look(
    "insert into auth.reset_links (hash, user_id, created_by, created_at, expires_at) values ($1, $2, $2, now(), now() + interval '1 day')",
    [digest(reset), person.user.id],
  )
  const { ticket } = await here.do('POST', '/api/auth/ws-ticket', {})
  const { url } = await here.do('POST', '/api/organization/invites/links', { role: 'member' })
  const webhook = await here.do('POST', '/api/webhooks', { url: 'https://hooks.example.com/x', events: ['task.created'] }).catch(() => null)
  const doors: Record<string, () => Promise<Answer | { status: number }>> = {
    'the login session': () => here.call('GET', '/api/projects'),
    'its refresh token': () => post('/api/auth/refresh', { refresh_token: person.refreshToken }),
    'the password': () => post('/api/auth/login', { email: person.user.email, password: person.password }),
    'the password for an API key': () =>
      post('/api/auth/api-key-exchange', { email: person.user.email, password: person.password, name: 'x' }),
    'an API key': () => send(baton.url, 'GET', '/api/projects', undefined, bearer(key)),
    'an MCP token': () => callTool(baton.url, mcp, 'list_projects', {}),
    'a device': () => send(baton.url, 'GET', '/api/auth/me', undefined, bearer(device)),
    'a device that was approved and has not asked': () => post('/api/auth/device/poll', { device_code: waiting }),
    'a magic link': () => post('/api/auth/magic-link/verify', { token: magic }),
    'a ticket for the live door': () => connect(`${baton.url.replace('http', 'ws')}/api/ws?token=${ticket}`),
    'a link to reset the password': () => post('/api/auth/reset-password', { token: reset, password: 'a new password of theirs' }),
  }
  return { person, here, doors, invite: String(url).split('#')[1] ?? '', webhook, mcp }
}

/** Status 101 if the connection opens. */
const connect = (url: string): Promise<{ status: number }> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url)
    socket.once('open', () => {
      socket.close()
      resolve({ status: 101 })
    })
    socket.once('unexpected-response', (_, { statusCode = 400 }) => resolve({ status: statusCode }))
    socket.once('error', () => resolve({ status: 400 }))
  })

const offboard = (who: Person, input: object = {}) => admin.do('POST', `/api/admin/users/${who.user.id}/offboard`, input)

test('a preview counts what would end and ends nothing', async () => {
  const { person, doors } = await member('pia')
  const { preview, ends, suspended_at } = await offboard(person, { preview: true })
  expect([preview, suspended_at]).toEqual([true, null])
  expect(ends).toMatchObject({ api_keys: 1, mcp_tokens: 1, invites: 1, memberships: 1, agents: 1 })
  expect(ends.sessions).toBeGreaterThanOrEqual(1)
  expect(ends.device_logins).toBe(2)
  expect((await doors['the login session']?.())?.status).toBe(200)
  expect((await doors['an API key']?.())?.status).toBe(200)
})

test('each of them opens its door while nothing has happened', async () => {
  const { doors } = await member('connie')
  const shut: string[] = []
  for (const [name, tryIt] of Object.entries(doors)) {
    const { status } = await tryIt()
    if (status >= 400) shut.push(`${name}: ${status}`)
  }
  expect(shut).toEqual([])
})

test('afterwards no credential of that person opens any door', async () => {
  const { person, doors, invite } = await member('dora')
  await offboard(person, { reason: 'Has left the company' })
  const open: string[] = []
  for (const [name, tryIt] of Object.entries(doors)) {
    const { status } = await tryIt()
    if (status < 400) open.push(`${name}: ${status}`)
  }
  expect(open).toEqual([])
  // Nor do invitations they issued in the organization's name.
  const stranger = await baton.person()
  expect((await stranger.call('POST', `/api/invites/${invite}/accept`, {})).status).toBeGreaterThanOrEqual(400)
  const login = await doors['the password']?.()
  expect((login as Answer).body).toMatchObject({ code: 'forbidden', reason: 'suspended', suspend_reason: 'Has left the company' })
})

test('the organizations follow: the agents stop, leases are free, the membership is gone', async () => {
  const { person, here, mcp } = await member('lea')
  await owner.do('POST', '/api/projects', { name: 'Held', slug: 'held' })
  await here.do('POST', '/api/tasks', { project: 'held', title: 'Held' })
  await callTool(baton.url, mcp, 'claim_task', {})
  const leased = () => baton.look('select 1 from work_items where lease_user_id = $1 and lease_until > now()', [person.user.id])
  expect(await leased()).toHaveLength(1)
  await offboard(person)
  await runJob(baton, 'offboardMember', owner.organization, { user_id: person.user.id, reason: 'left' })
  expect(await leased()).toHaveLength(0)
  const [agent] = await baton.look<{ status: string }>('select status from agents where owner_id = $1', [person.user.id])
  expect(agent?.status).toBe('stopped')
  const { items } = await owner.do('GET', '/api/organization/members')
  expect(items.map(({ handle }: { handle: string }) => handle)).not.toContain('lea')
})

test('run twice it is one effect', async () => {
  const { person } = await member('tina')
  const first = await offboard(person)
  await runJob(baton, 'offboardMember', owner.organization, { user_id: person.user.id, reason: 'left' })
  await runJob(baton, 'offboardMember', person.user.personal_organization_id, { user_id: person.user.id, reason: 'left' })
  const state = () =>
    baton.look(
      `select (select jsonb_agg(to_jsonb(s) order by id) from auth.sessions s where user_id = $1) as sessions,
        (select jsonb_agg(to_jsonb(t) order by id) from auth.tokens t where user_id = $1) as tokens,
        (select jsonb_agg(to_jsonb(i) order by id) from invites i where invited_by = $1) as invites,
        (select jsonb_agg(to_jsonb(m)) from memberships m where user_id = $1) as memberships,
        (select suspended_at from auth.accounts where user_id = $1) as suspended_at`,
      [person.user.id],
    )
  const before = await state()
  const second = await offboard(person)
  await runJob(baton, 'offboardMember', owner.organization, { user_id: person.user.id, reason: 'left' })
  expect(await state()).toEqual(before)
  expect(Object.values(first.ends as Record<string, number>).some((count) => count > 0)).toBe(true)
  expect(Object.values(second.ends as Record<string, number>).every((count) => count === 0)).toBe(true)
  expect(second.suspended_at).toBe(first.suspended_at)
})

test('the last owner of an organization is named, and nobody can enter as them', async () => {
  const lone = await (await baton.person('lone')).createOrganization('alone')
  const { last_owner_of } = await offboard(lone)
  expect(last_owner_of).toEqual([{ id: lone.organization, handle: 'alone', name: 'Organization alone' }])
  expect((await lone.call('GET', '/api/projects')).status).toBe(401)
})

test('nobody lets themselves go, nor the last administrator', async () => {
  expect((await admin.call('POST', `/api/admin/users/${admin.user.id}/offboard`, {})).status).toBe(409)
})
