import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBatonWithMail } from '../harness/with-mail.ts'
import { provenPerson } from './proven.ts'

let started: Awaited<ReturnType<typeof startBatonWithMail>>
beforeAll(async () => void (started = await startBatonWithMail()))
afterAll(() => started.close())

const invite = { path: '/api/organization/invites' }

test('where mail is on, nobody invites before their own address is proven, by mail or by link', async () => {
  const eve = await (await provenPerson(started.baton, 'eve')).createOrganization('prizes')
  await started.baton.look('update auth.accounts set email_verified_at = null where user_id = $1', [eve.user.id])
  for (const [path, body] of [
    [invite.path, { email: 'stranger@example.com' }],
    [`${invite.path}/links`, {}],
  ] as const) {
    const answer = await eve.call('POST', path, body)
    expect(answer.status).toBe(403)
    expect(answer.body.detail).toMatch(/Verify|Prove/)
  }
})

test('one address is sent five invitations a day, from however many organizations', async () => {
  const bob = await provenPerson(started.baton, 'bob')
  const statuses = []
  for (let organization = 0; organization < 6; organization++) {
    const inside = await bob.createOrganization(`bobs-${organization}`)
    statuses.push((await inside.call('POST', invite.path, { email: 'stranger@example.com' })).status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})

test('one person invites a hundred a day in all organizations together', async () => {
  const cid = await provenPerson(started.baton, 'cid')
  const [first, second] = [await cid.createOrganization('cids-first'), await cid.createOrganization('cids-second')]
  await started.baton.look(
    `insert into invites (org_id, id, email, role, invited_by, created_at, updated_at, expires_at)
      select $1, gen_random_uuid(), n || '@example.com', 'member', $2, now(), now(), now() + interval '1 day' from generate_series(1, 99) n`,
    [first.organization, cid.user.id],
  )
  expect((await second.call('POST', invite.path, { email: 'hundredth@example.com' })).status).toBe(201)
  expect((await second.call('POST', invite.path, { email: 'one-more@example.com' })).status).toBe(429)
  expect((await second.call('POST', `${invite.path}/links`)).status).toBe(429)
})

test('an address is one address: nothing that a mail server would read as a list or a name in front of one', async () => {
  const dan = await (await provenPerson(started.baton, 'dan')).createOrganization('dans')
  const target = 'dan-target@example.com'
  for (const email of [
    `x<${target}>`,
    `<${target}>`,
    `${target},x.y`,
    `(c)${target}`,
    `"a"${target}`,
    `x;${target}`,
    `x:${target}`,
    `a\u0007${target}`,
  ]) {
    expect((await dan.call('POST', invite.path, { email })).status, email).toBe(400)
  }
  await dan.do('POST', invite.path, { email: `o'neil+tag.${target}` })
  const mail = await started.mails.next(`o'neil+tag.${target}`, 'invited you')
  expect(await mail.source()).toMatch(/^To: o'neil\+tag\.dan-target@example\.com\r?$/m)
})
