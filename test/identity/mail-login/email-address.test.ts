import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretIn } from '../../harness/mail-server.ts'
import { mailedSecret } from '../../harness/mailed-secret.ts'
import { minutes, startBatonWithMail } from '../../harness/with-mail.ts'
import { waitForJobs } from '../../harness/jobs.ts'

let started: Awaited<ReturnType<typeof startBatonWithMail>>
beforeAll(async () => void (started = await startBatonWithMail()))
afterAll(() => started.close())

test('registration mails a link that confirms the address, to whoever is logged in there', async () => {
  const { baton, mails } = started
  const ann = await baton.person('ann')
  const bob = await baton.person('bob')
  const token = secretIn(await mails.next(ann.user.email, 'Verify your email address'))
  expect((await bob.call('POST', '/api/auth/email/verify', { token })).status).toBe(401)
  expect((await ann.do('GET', '/api/auth/me')).email_verified).toBe(false)
  expect(await ann.do('POST', '/api/auth/email/verify', { token })).toMatchObject({ id: ann.user.id, email_verified: true })
  expect((await ann.do('GET', '/api/auth/me')).email_verified).toBe(true)
  expect((await ann.call('POST', '/api/auth/email/verify', { token })).status).toBe(401)
  expect(await ann.do('POST', '/api/auth/email/verify/send')).toEqual({ requested: false, email_verified: true, resend_after: 0 })
})

test('the link is mailed again when asked for, a minute later', async () => {
  const { baton, mails } = started
  const cid = await baton.person('cid')
  await mails.next(cid.user.email, 'Verify your email address')
  expect(await cid.do('POST', '/api/auth/email/verify/send')).toMatchObject({ requested: false, email_verified: false })
  baton.clock.advance(minutes(2))
  expect(await cid.do('POST', '/api/auth/email/verify/send')).toEqual({ requested: true, email_verified: false, resend_after: 60 })
  const token = secretIn(await mails.next(cid.user.email, 'Verify your email address'))
  expect((await cid.call('POST', '/api/auth/email/verify', { token })).status).toBe(200)
})

test('a new address is used once its link is confirmed, and a proven old one is told', async () => {
  const { baton, mails } = started
  const dan = await baton.person('dan')
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [dan.user.id])
  expect((await dan.do('POST', '/api/auth/email/change', { email: 'New.Dan@example.com' })).new_email).toBe('new.dan@example.com')
  expect((await dan.do('GET', '/api/auth/me')).email).toBe(dan.user.email)
  const token = secretIn(await mails.next('new.dan@example.com', 'new email address'))
  const eve = await baton.person('eve')
  expect((await eve.call('POST', '/api/auth/email/change/confirm', { token })).status).toBe(401)
  const me = await dan.do('POST', '/api/auth/email/change/confirm', { token })
  expect(me).toMatchObject({ id: dan.user.id, email: 'new.dan@example.com', email_verified: true })
  expect((await dan.call('POST', '/api/auth/email/change/confirm', { token })).status).toBe(401)
  const notice = await mails.next(dan.user.email, 'was changed')
  expect(notice.text).not.toContain('new.dan')
})

test('the address of another account is mailed nothing and cannot be taken', async () => {
  const { baton, mails } = started
  const [fay, gus] = [await baton.person('fay'), await baton.person('gus')]
  await mails.next(gus.user.email, 'Verify your email address')
  expect((await fay.call('POST', '/api/auth/email/change', { email: gus.user.email })).status).toBe(200)
  await waitForJobs(baton, ['sendMailing'])
  expect(await mails.to(gus.user.email)).toHaveLength(1)
  const token = await mailedSecret(baton, 'change', gus.user.email, fay.user.id)
  expect((await fay.call('POST', '/api/auth/email/change/confirm', { token })).body.code).toBe('email_taken')
})

test('changing the address needs a person who has just logged in', async () => {
  const { baton } = started
  const hal = await baton.person('hal')
  const token = await mailedSecret(baton, 'change', 'other.hal@example.com', hal.user.id)
  await baton.look("update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1", [hal.user.id])
  expect((await hal.call('POST', '/api/auth/email/change', { email: 'other.hal@example.com' })).body.code).toBe('needs_person')
  expect((await hal.call('POST', '/api/auth/email/change/confirm', { token })).body.code).toBe('needs_person')
})
