import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'
import { minutes } from '../harness/with-mail.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton({ REGISTRATIONS_PER_HOUR: '3' })
  ann = await (await baton.person('ann')).createOrganization('acme')
})
afterAll(() => baton.close())

const secretOf = (url: string): string => url.split('#')[1] ?? ''
const linkBy = async (person: Person, body: object = {}): Promise<{ id: string; token: string; url: string }> => {
  const { id, url } = await person.do('POST', '/api/organization/invites/links', body)
  return { id, url, token: secretOf(url) }
}
const accept = (person: Person, token: string) => person.call('POST', `/api/invites/${token}/accept`)
const members = async (): Promise<string[]> => (await ann.do('GET', '/api/organization/members')).items.map((one: any) => one.handle)

/** Registers an account with an invite, as someone without an account does after opening its link. */
async function registerWith(token: string, handle: string): Promise<Person> {
  const body = { email: `${handle}@example.com`, password: `password of ${handle}`, name: handle, handle, invite: token }
  const answer = await send(baton.url, 'POST', '/api/auth/register', body)
  if (answer.status !== 201) throw new Error(answer.text)
  return new Person(baton.url, answer.body, body.password)
}

test('where mail is off, a team of eight in one office gets in by links: invited accounts are not counted', async () => {
  for (let colleague = 1; colleague <= 8; colleague++) {
    const { token } = await linkBy(ann, { role: 'member' })
    const person = await registerWith(token, `colleague-${colleague}`)
    expect((await accept(person, token)).body).toMatchObject({ organization_id: ann.organization, role: 'member' })
    expect((await person.do('GET', '/api/auth/me')).email_verified).toBe(false)
  }
  expect(await members()).toHaveLength(9)
})

test('the link is shown once: what is stored and listed does not hold its secret', async () => {
  const { id, url, token } = await linkBy(ann, { role: 'viewer', label: 'Sam from design' })
  expect(url).toMatch(/\/invite#[\w-]{43}$/)
  const list = await ann.call('GET', '/api/organization/invites')
  expect(list.body.items[0]).toMatchObject({ id, role: 'viewer', label: 'Sam from design' })
  expect(list.body.items[0]).not.toHaveProperty('email')
  expect(list.text).not.toContain(token)
  const tables = await baton.look<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'auth', 'jobs') and table_type = 'BASE TABLE'",
  )
  for (const { name } of tables) {
    expect(await baton.look(`select from ${name} t where t::text like $1`, [`%${token}%`]), name).toEqual([])
  }
})

test('whoever holds the link sees what it is for and joins once, in its role and team', async () => {
  await ann.do('POST', '/api/teams', { name: 'Design', handle: 'design' })
  const { token } = await linkBy(ann, { role: 'viewer', team: 'design' })
  expect((await send(baton.url, 'GET', `/api/invites/${token}`)).body).toMatchObject({
    organization: { handle: 'acme' },
    role: 'viewer',
    invited_by: 'Name of ann',
  })
  const [bob, eve] = [await baton.person('bob'), await baton.person('eve')]
  expect((await accept(bob, token)).status).toBe(200)
  expect((await bob.in('acme').do('GET', '/api/auth/me/role')).organization_role).toBe('viewer')
  expect((await ann.do('GET', '/api/teams/design/members')).items.map((one: any) => one.handle)).toContain('bob')
  expect((await accept(eve, token)).status).toBe(404)
  expect((await send(baton.url, 'GET', `/api/invites/${token}`)).status).toBe(404)
})

test('of twenty who show one link at once, one joins', async () => {
  const { token } = await linkBy(ann)
  const people = await Promise.all(Array.from({ length: 20 }, (_, n) => linkBy(ann).then((own) => registerWith(own.token, `crowd-${n}`))))
  const answers = await Promise.all(people.map((person) => accept(person, token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
})

test('a link makes one account: whoever registered with it holds it, also after the page was closed', async () => {
  const { id, token } = await linkBy(ann)
  const cid = await registerWith(token, 'cid')
  const dan = await registerWith((await linkBy(ann)).token, 'dan')
  expect((await accept(dan, token)).status).toBe(404)
  expect((await cid.do('GET', '/api/invites')).items).toMatchObject([{ id, organization: { handle: 'acme' } }])
  expect((await accept(cid, id)).status).toBe(200)
})

test('a revoked or expired link answers like a made-up one', async () => {
  const fay = await registerWith((await linkBy(ann)).token, 'fay')
  const madeUp = (await accept(fay, 'x'.repeat(43))).text
  const revoked = await linkBy(ann)
  await ann.do('DELETE', `/api/organization/invites/${revoked.id}`)
  expect((await accept(fay, revoked.token)).text).toBe(madeUp)
  const expired = await linkBy(ann)
  baton.clock.advance(minutes(7 * 24 * 60) + 1000)
  await fay.logInAgain()
  await ann.logInAgain()
  expect((await accept(fay, expired.token)).text).toBe(madeUp)
})

test('a link makes no second account where registration is by invitation, and none is needed beyond it', async () => {
  const closed = await startBaton({ REGISTRATION: 'invite', REGISTRATIONS_PER_HOUR: '1' })
  const token = 'a'.repeat(43)
  const refused = await send(closed.url, 'POST', '/api/auth/register', {
    email: 'x@example.com',
    password: 'long enough',
    name: 'X',
    invite: token,
  })
  expect(refused.body).toMatchObject({ code: 'forbidden', reason: 'registration_closed' })
  // The first user registers through the setup link.
  const setup = 'b'.repeat(43)
  await closed.look(
    "insert into auth.setup_links (hash, email, created_at, expires_at) values (sha256($1::bytea), 'first@example.com', now(), now() + interval '1 day')",
    [Buffer.from(setup)],
  )
  const { body } = await send(closed.url, 'POST', '/api/auth/setup', { token: setup, name: 'First', password: 'long enough' })
  const first = await new Person(closed.url, body, 'long enough').createOrganization('first-org')
  for (const name of ['one', 'two']) {
    const { url } = await first.do('POST', '/api/organization/invites/links')
    const input = { password: 'long enough', name, invite: secretOf(url) }
    expect((await send(closed.url, 'POST', '/api/auth/register', { ...input, email: `${name}@example.com` })).status).toBe(201)
    expect((await send(closed.url, 'POST', '/api/auth/register', { ...input, email: `again-${name}@example.com` })).status).toBe(403)
  }
  await closed.close()
})

test('a removed admin does not come back by an invite of their own, nor does one who left or lost the role', async () => {
  const outsider = await registerWith((await linkBy(ann)).token, 'outsider')
  for (const [handle, ends] of [
    ['removed', (admin: Person) => ann.do('DELETE', `/api/organization/members/${admin.user.id}`)],
    ['left', (admin: Person) => admin.do('POST', '/api/organization/leave')],
    ['demoted', (admin: Person) => ann.do('PATCH', `/api/organization/members/${admin.user.id}`, { role: 'member' })],
    ['suspended', (admin: Person) => baton.look('update auth.accounts set suspended_at = now() where user_id = $1', [admin.user.id])],
  ] as const) {
    const { token } = await linkBy(ann, { role: 'admin' })
    const person = await registerWith(token, `admin-${handle}`)
    await accept(person, token)
    const admin = person.in('acme')
    const kept = await linkBy(admin, { role: 'admin' })
    await ends(admin)
    expect((await accept(outsider, kept.token)).status, handle).toBe(404)
    expect((await send(baton.url, 'GET', `/api/invites/${kept.token}`)).status, handle).toBe(404)
    const open = (await ann.do('GET', '/api/organization/invites')).items.some((one: any) => one.id === kept.id)
    expect(open, handle).toBe(handle === 'demoted' || handle === 'suspended')
  }
})

test('on a developer’s own machine accounts are not counted, from anywhere else they are', async () => {
  const local = await startBaton({ NODE_ENV: 'development', REGISTRATIONS_PER_HOUR: '2', TRUSTED_PROXIES: '127.0.0.1' })
  const from = async (address: string, count: number) => {
    const statuses = []
    for (let n = 0; n < count; n++) {
      const email = `${address.replaceAll('.', '-')}-${n}@example.com`
      const headers = { 'x-forwarded-for': address }
      statuses.push((await send(local.url, 'POST', '/api/auth/register', { email, password: 'long enough', name: 'N' }, headers)).status)
    }
    return statuses
  }
  expect(await from('127.0.0.1', 4)).toEqual([201, 201, 201, 201])
  expect(await from('203.0.113.7', 3)).toEqual([201, 201, 429])
  await local.close()
})
