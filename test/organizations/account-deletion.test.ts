import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { instanceLog } from '../../src/kernel/audit.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { runWhole } from '../memory/worker-runs.ts'
import { callTool } from '../looping/mcp-client.ts'
import { Person, send } from '../harness/person.ts'
import { connectAside, waitForLocks } from '../harness/locks.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

const day = 86_400_000
const post = (path: string, body: unknown) => send(baton.url, 'POST', path, body)
const login = ({ user, password }: Person) => post('/api/auth/login', { email: user.email, password })
const run = (name: string, input = {}) =>
  execute(baton.node.assembly.kernel, operations.get(name)!, system(instanceLog), input, { door: 'worker' })

/** Queues the due erasures and runs them as the worker would, one job per account. */
async function eraseDue(): Promise<string[]> {
  await baton.look("delete from jobs.job where name = 'eraseAccount'")
  await run('eraseAccounts')
  const jobs = await baton.look<{ user_id: string }>("select data->>'user_id' as user_id from jobs.job where name = 'eraseAccount'")
  const outcomes = await Promise.all(
    jobs.map(({ user_id }) =>
      run('eraseAccount', { user_id }).then(
        () => 'erased',
        () => 'failed',
      ),
    ),
  )
  return outcomes
}

test('closing an account ends every session and token at once', async () => {
  const ann = await baton.person('ann')
  const other = (await login(ann)).body.token
  const { token } = await ann.mcpToken()
  expect(await ann.do('DELETE', '/api/auth/account')).toMatchObject({ id: ann.user.id })
  expect((await ann.call('GET', '/api/auth/me')).status).toBe(401)
  expect((await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${other}` })).status).toBe(401)
  expect((await callTool(baton.url, token, 'list_projects', {})).status).toBe(401)
  expect((await post('/api/auth/refresh', { refresh_token: ann.refreshToken })).status).toBe(401)
})

test('the last owner of a shared organization cannot go; once another owns it, they can', async () => {
  const bob = await (await baton.person('bob')).createOrganization('bobs')
  await baton.person('cid')
  await bob.do('POST', '/api/organization/members', { user: 'cid' })
  const refused = await bob.call('DELETE', '/api/auth/account')
  expect([refused.status, refused.body.organizations]).toEqual([409, ['bobs']])
  expect((await bob.call('GET', '/api/auth/me')).status).toBe(200)
  await bob.do('POST', '/api/organization/transfer', { user: 'cid' })
  await bob.do('DELETE', '/api/auth/account')
})

test('two owners who close their accounts at once leave one behind', async () => {
  const dan = await (await baton.person('dan')).createOrganization('dan-and-eve')
  const eve = await baton.person('eve')
  await dan.do('POST', '/api/organization/members', { user: 'eve', role: 'owner' })
  await baton.person('fay')
  await dan.do('POST', '/api/organization/members', { user: 'fay' })
  const answers = await Promise.all([dan, eve].map((one) => one.call('DELETE', '/api/auth/account')))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('an owner who leaves while the other closes their account is kept', async () => {
  const ivy = await (await baton.person()).createOrganization('ivy-and-joe')
  const joe = await baton.person()
  await ivy.do('POST', '/api/organization/members', { user: joe.user.handle, role: 'owner' })
  const closing = await connectAside(baton)
  // The state of closing an account just before its commit.
  await closing.query("begin; select from memberships where role = 'owner' for update")
  await closing.query('update users set closed_at = now() where id = $1', [joe.user.id])
  const leaving = ivy.call('POST', '/api/organization/leave')
  await waitForLocks(baton)
  await closing.query('commit')
  await closing.end()
  expect((await leaving).status).toBe(409)
})

test('logging in gives no session but a token that restores the account with its own organizations, once', async () => {
  const gus = await (await baton.person('gus')).createOrganization('guss')
  await gus.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  await gus.do('DELETE', '/api/auth/account')
  expect((await post('/api/auth/login', { email: gus.user.email, password: 'a wrong password' })).status).toBe(401)
  expect((await post('/api/auth/register', { email: gus.user.email, password: gus.password, name: 'Another' })).status).toBe(409)
  const closed = await login(gus)
  expect([closed.status, closed.body.code, closed.body.token]).toEqual([403, 'account_closed', undefined])
  const replaced = await login(gus)
  const restore = (token: string) => post('/api/auth/account/restore', { token })
  expect((await restore(closed.body.restore_token)).status).toBe(401)
  const restored = await restore(replaced.body.restore_token)
  expect(restored.status).toBe(200)
  const back = new Person(baton.url, restored.body, gus.password, 'guss')
  expect((await back.do('GET', '/api/projects')).items).toMatchObject([{ slug: 'web' }])
  expect((await restore(replaced.body.restore_token)).status).toBe(401)
  expect((await login(gus)).status).toBe(200)
  expect((await gus.call('GET', '/api/auth/me')).status).toBe(401)
})

test('a restore token lasts ten minutes and restores nobody else’s organization', async () => {
  const hal = await (await baton.person('hal')).createOrganization('hals')
  await hal.do('DELETE', '/api/organization')
  await hal.in(hal.user.personal_organization_id).do('DELETE', '/api/auth/account')
  const { restore_token } = (await login(hal)).body
  baton.clock.advance(11 * 60_000)
  expect((await post('/api/auth/account/restore', { token: restore_token })).status).toBe(401)
  const again = await post('/api/auth/account/restore', { token: (await login(hal)).body.restore_token })
  const back = new Person(baton.url, again.body, hal.password)
  expect((await back.do('GET', '/api/organizations')).items).toHaveLength(1)
  expect((await back.call('GET', '/api/organizations/hals')).status).toBe(404)
})

test('after 30 days the account is erased: what it wrote is by a deleted user, its address and handle are free', async () => {
  const ida = await baton.person('ida')
  const jim = await (await baton.person('jim')).createOrganization('jims')
  await jim.do('POST', '/api/organization/members', { user: 'ida' })
  await jim.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  const task = await ida.in('jims').do('POST', '/api/tasks', { project: 'web', title: 'Written by Ida' })
  await ida.in('jims').mcpToken()
  await ida.do('PATCH', '/api/settings/profile', { bio: 'Ida’s secret life' })
  await ida.do('DELETE', '/api/auth/account')
  baton.clock.advance(29 * day)
  await runWhole(baton, 'eraseOrganizations')
  await eraseDue()
  expect((await login(ida)).body.code).toBe('account_closed')
  baton.clock.advance(2 * day)
  await runWhole(baton, 'eraseOrganizations')
  await eraseDue()
  expect((await login(ida)).status).toBe(401)
  const [author] = await baton.look('select u.name, u.bio from work_items w join users u on u.id = w.created_by where w.id = $1', [task.id])
  expect(author).toEqual({ name: 'deleted user', bio: '' })
  for (const table of ['auth.accounts', 'auth.sessions', 'auth.tokens', 'memberships']) {
    expect(await baton.look(`select from ${table} where user_id = $1`, [ida.user.id]), table).toEqual([])
  }
  expect(await baton.look('select from organizations where id = $1', [ida.user.personal_organization_id])).toEqual([])
  expect((await post('/api/auth/register', { email: ida.user.email, password: ida.password, name: 'New', handle: 'ida' })).status).toBe(201)
})

test('nobody takes a handle that erasure or a sandbox needs', async () => {
  const kim = await baton.person('kim')
  for (const handle of ['deleted-0123456789abcdef0123', 'sandbox-0123456789ab']) {
    expect((await kim.call('POST', '/api/organizations', { name: 'Mine', handle })).status).toBe(400)
    expect((await kim.call('PATCH', '/api/settings/profile', { handle })).status).toBe(400)
    expect(
      (await post('/api/auth/register', { email: `${handle}@example.com`, password: 'a long password', name: 'New', handle })).status,
    ).toBe(400)
  }
  const { body } = await post('/api/auth/register', { email: 'deleted-x@example.com', password: 'a long password', name: 'New' })
  expect(body.user.handle).not.toMatch(/^deleted/)
})

test('an account that cannot be erased, or whose handle was taken, stops no other', async () => {
  const [lea, max, ned] = [await baton.person('lea'), await baton.person('max'), await baton.person('ned')]
  for (const one of [lea, max, ned]) await one.do('DELETE', '/api/auth/account')
  const squatted = `deleted-${lea.user.id.replaceAll('-', '').slice(-20)}`
  await baton.look("insert into handles (handle, kind, id) values ($1, 'organization', $2)", [squatted, max.user.id])
  await baton.look('create function refuse() returns trigger language plpgsql as $$ begin raise exception $q$no$q$; end $$')
  await baton.look(
    `create trigger refuse before delete on auth.accounts for each row when (old.user_id = '${max.user.id}') execute function refuse()`,
  )
  baton.clock.advance(31 * day)
  await runWhole(baton, 'eraseOrganizations')
  expect((await eraseDue()).filter((outcome) => outcome === 'failed')).toHaveLength(1)
  const left = await baton.look('select user_id from auth.accounts where user_id = any($1)', [[lea.user.id, max.user.id, ned.user.id]])
  expect(left).toEqual([{ user_id: max.user.id }])
})
