import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretIn } from '../harness/mail-server.ts'
import { mailedSecret } from '../harness/mailed-secret.ts'
import { Person, send } from '../harness/person.ts'
import { minutes, startBatonWithMail } from '../harness/with-mail.ts'
import { provenPerson } from './proven.ts'

let started: Awaited<ReturnType<typeof startBatonWithMail>>
let ann: Person
beforeAll(async () => {
  started = await startBatonWithMail()
  ann = await (await provenPerson(started.baton, 'ann')).createOrganization('acme')
})
afterAll(() => started.close())

const day = minutes(24 * 60)
const isMember = async (person: Person, organization = ann.organization): Promise<boolean> =>
  (await started.baton.look('select from memberships where org_id = $1 and user_id = $2', [organization, person.user.id])).length > 0

/** Invites someone as Ann; returns the invite's id and the secret from its mail. */
async function invite(email: string, role = 'member'): Promise<{ id: string; token: string }> {
  const { id } = await ann.do('POST', '/api/organization/invites', { email, role })
  return { id, token: secretIn(await started.mails.next(email, 'invited you')) }
}
const accept = (person: Person, token: string) => person.call('POST', `/api/invites/${token}/accept`)

test('whoever is invited by mail and has proven the address joins in the role that was offered, once', async () => {
  const bob = await provenPerson(started.baton, 'bob')
  const { id, token } = await invite(bob.user.email, 'viewer')
  const mine = await bob.do('GET', '/api/invites')
  expect(mine.items).toMatchObject([{ id, role: 'viewer', organization: { handle: 'acme' } }])
  expect((await accept(bob, token)).body).toMatchObject({ organization_id: ann.organization, role: 'viewer' })
  expect((await bob.in('acme').do('GET', '/api/auth/me/role')).organization_role).toBe('viewer')
  expect((await accept(bob, token)).status).toBe(404)
  expect((await bob.do('GET', '/api/invites')).items).toEqual([])
  expect((await ann.do('GET', '/api/organization/invites')).items).toEqual([])
})

test('the mail names handles only and reads as text and as HTML', async () => {
  await ann.do('PATCH', '/api/organization', { name: 'You have won! https://evil.example' })
  await ann.do('POST', '/api/organization/invites', { email: 'reader@example.com' })
  const { subject, text, html } = await started.mails.next('reader@example.com', 'invited you')
  expect(subject).toBe('ann invited you to acme on Baton')
  for (const body of [text, html]) expect(body).not.toContain('evil')
  expect(html).toContain('prefers-color-scheme:dark')
})

test('an unverified e-mail accepts nothing, declines nothing and sees nothing', async () => {
  const cid = await started.baton.person('cid')
  const { id, token } = await invite(cid.user.email)
  for (const name of [token, id]) {
    for (const answer of ['accept', 'decline']) expect((await cid.call('POST', `/api/invites/${name}/${answer}`)).status).toBe(403)
  }
  expect((await cid.do('GET', '/api/invites')).items).toEqual([])
  expect(await isMember(cid)).toBe(false)
})

test('a link works for nobody but the invited address, and answers strangers like a made-up one', async () => {
  const [dan, eve] = [await provenPerson(started.baton, 'dan'), await provenPerson(started.baton, 'eve')]
  const { id, token } = await invite(dan.user.email)
  const madeUp = await accept(eve, 'x'.repeat(43))
  for (const name of [token, id]) {
    const answer = await accept(eve, name)
    expect([answer.status, answer.text]).toEqual([madeUp.status, madeUp.text])
    expect((await eve.call('POST', `/api/invites/${name}/decline`)).status).toBe(404)
  }
  expect(await isMember(eve)).toBe(false)
  expect((await accept(dan, token)).status).toBe(200)
})

test('withdrawn, declined, expired, and of a deleted organization: none is accepted, and all answer like a made-up one', async () => {
  const fay = await provenPerson(started.baton, 'fay')
  const madeUp = (await accept(fay, 'x'.repeat(43))).text
  const dead = async (token: string) => expect((await accept(fay, token)).text).toBe(madeUp)
  const withdrawn = await invite(fay.user.email)
  await ann.do('DELETE', `/api/organization/invites/${withdrawn.id}`)
  await dead(withdrawn.token)
  const declined = await invite(fay.user.email)
  await fay.do('POST', `/api/invites/${declined.token}/decline`)
  await dead(declined.token)
  const other = await ann.createOrganization('gone-soon')
  await other.do('POST', '/api/organization/invites', { email: fay.user.email })
  const orphan = secretIn(await started.mails.next(fay.user.email, 'gone-soon'))
  await other.do('DELETE', '/api/organization')
  await dead(orphan)
  await started.baton.look("update invites set expires_at = now() - interval '1 second' where open and email = $1", [fay.user.email])
  const expired = await invite(fay.user.email)
  await started.baton.look('update invites set expires_at = now() where id = $1', [expired.id])
  await dead(expired.token)
  expect(await isMember(fay)).toBe(false)
})

test('an invite lasts seven days', async () => {
  const { id } = await invite('week@example.com')
  const [row] = await started.baton.look<{ days: number }>(
    'select extract(epoch from expires_at - created_at)::integer * 1000 as days from invites where id = $1',
    [id],
  )
  expect(row?.days).toBe(7 * day)
})

test('of twenty acceptances at once one succeeds', async () => {
  const gus = await provenPerson(started.baton, 'gus')
  const { token } = await invite(gus.user.email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(gus, token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
})

test('a removed admin does not come back by an invitation of their own, mailed to another account of theirs', async () => {
  const [removed, second] = [await provenPerson(started.baton, 'removed'), await provenPerson(started.baton, 'second')]
  await ann.do('POST', '/api/organization/members', { user: 'removed', role: 'admin' })
  await removed.in('acme').do('POST', '/api/organization/invites', { email: second.user.email, role: 'admin' })
  const token = secretIn(await started.mails.next(second.user.email, 'invited you'))
  await ann.do('DELETE', `/api/organization/members/${removed.user.id}`)
  expect((await accept(second, token)).status).toBe(404)
  expect(await isMember(second)).toBe(false)
})

test('only admins invite, see and withdraw invitations', async () => {
  const hal = await provenPerson(started.baton, 'hal')
  await ann.do('POST', '/api/organization/members', { user: 'hal', role: 'member' })
  const inside = hal.in('acme')
  expect((await inside.call('POST', '/api/organization/invites', { email: 'x@example.com' })).status).toBe(403)
  expect((await inside.call('GET', '/api/organization/invites')).status).toBe(403)
  const { id } = await invite('other@example.com')
  expect((await inside.call('DELETE', `/api/organization/invites/${id}`)).status).toBe(403)
})

test('one address has one open invite, and its secret stands nowhere in the clear', async () => {
  const { token } = await invite('ida@example.com')
  expect((await ann.call('POST', '/api/organization/invites', { email: 'IDA@example.com' })).status).toBe(409)
  const tables = await started.baton.look<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'auth', 'jobs') and table_type = 'BASE TABLE'",
  )
  for (const { name } of tables) {
    expect(await started.baton.look(`select from ${name} t where t::text like $1`, [`%${token}%`]), name).toEqual([])
  }
})

test('whom an impostor let into the personal organization is out once the address is proven by its owner', async () => {
  const [trap, accomplice] = [await started.baton.person('mine'), await started.baton.person('accomplice')]
  // Data from before mail was turned on or addresses had to be proven: today the server refuses both.
  await started.baton.look("insert into memberships (org_id, user_id, role) values ($1, $2, 'owner')", [
    trap.user.personal_organization_id,
    accomplice.user.id,
  ])
  await started.baton.look(
    `insert into invites (org_id, id, email, role, invited_by, created_at, updated_at, expires_at)
      values ($1, gen_random_uuid(), 'later@example.com', 'member', $2, now(), now(), now() + interval '1 day')`,
    [trap.user.personal_organization_id, trap.user.id],
  )
  const token = await mailedSecret(started.baton, 'magic_link', trap.user.email)
  const { body } = await send(started.baton.url, 'POST', '/api/auth/magic-link/verify', { token })
  const owner = new Person(started.baton.url, body, '')
  expect((await owner.do('GET', '/api/organization/members')).items).toMatchObject([{ user_id: trap.user.id, role: 'owner' }])
  expect((await owner.do('GET', '/api/organization/invites')).items).toEqual([])
  expect((await accomplice.in(trap.user.personal_organization_id).call('GET', '/api/projects')).status).toBe(404)
})
