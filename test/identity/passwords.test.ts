import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { minutes, startBatonWithMail } from '../harness/with-mail.ts'
import { secretIn } from '../harness/mail-server.ts'
import { patience } from '../harness/wait.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

const logIn = (person: Person, password: string) => send(person.url, 'POST', '/api/auth/login', { email: person.user.email, password })
const status = async (person: Person) => (await person.call('GET', '/api/auth/me')).status
const reset = (token: string, password: string) => send(baton.url, 'POST', '/api/auth/reset-password', { token, password })

test('a password can be changed without mail: the new one logs in, the old one does not, and every other session ends', async () => {
  const ann = await baton.person('ann')
  const elsewhere = new Person(baton.url, (await logIn(ann, ann.password)).body, ann.password)
  expect(await ann.do('POST', '/api/auth/password', { password: 'another password' })).toMatchObject({ sessions_ended: 1 })
  expect([await status(ann), await status(elsewhere)]).toEqual([200, 401])
  expect((await logIn(ann, ann.password)).status).toBe(401)
  expect((await logIn(ann, 'another password')).status).toBe(200)
})

test('changing it needs a person who proved to be there within ten minutes; a short one is refused', async () => {
  const bob = await baton.person('bob')
  expect((await bob.call('POST', '/api/auth/password', { password: 'short' })).status).toBe(400)
  await baton.look("update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1", [bob.user.id])
  expect((await bob.call('POST', '/api/auth/password', { password: 'another password' })).body.code).toBe('needs_person')
  await bob.do('POST', '/api/auth/step-up', { password: bob.password })
  await bob.do('POST', '/api/auth/password', { password: 'another password' })
})

test('where mail is off an administrator hands over a link: it works once, for a day, and proves no address', async () => {
  const administrator = await baton.administrator()
  const cid = await baton.person('cid')
  const offer = await administrator.do('POST', `/api/admin/users/${cid.user.id}/password`)
  expect(offer.url).toMatch(/\/reset-password#[\w-]{43}$/)
  expect(await status(cid)).toBe(401)
  const token = offer.url.split('#')[1]
  expect((await reset(token, 'chosen by cid')).body).toMatchObject({ email: cid.user.email })
  expect((await reset(token, 'chosen by eve')).status).toBe(401)
  const login = await logIn(cid, 'chosen by cid')
  expect(login.body.user).toMatchObject({ id: cid.user.id, email_verified: false })
  const late = await administrator.do('POST', `/api/admin/users/${cid.user.id}/password`)
  baton.clock.advance(minutes(24 * 60) + 1000)
  expect((await reset(late.url.split('#')[1], 'too late for this')).status).toBe(401)
})

test('the administrator’s act stands in the instance’s audit, the user’s log tells of it, and the link is nowhere in the clear', async () => {
  const administrator = await baton.administrator()
  const dan = await baton.person('dan')
  const { url } = await administrator.do('POST', `/api/admin/users/${dan.user.id}/password`)
  const secret = url.split('#')[1]
  const audited = await baton.look(
    "select from audit where operation = 'resetUserPassword' and entry::text like $1 and entry::text like $2",
    [`%${dan.user.id}%`, `%${administrator.user.id}%`],
  )
  expect(audited).toHaveLength(1)
  const worker = await startWorker(baton)
  const told = () =>
    baton.look("select from events where org_id = $1 and type = 'password.reset_offered'", [dan.user.personal_organization_id])
  await expect.poll(told, { timeout: patience }).toHaveLength(1)
  await worker.close()
  for (const table of ['audit', 'events', 'jobs.job', 'auth.reset_links']) {
    expect(await baton.look(`select from ${table} t where t::text like $1`, [`%${secret}%`]), table).toEqual([])
  }
})

test('nobody but an administrator resets another’s password, and not their own', async () => {
  const [administrator, fay, gus] = [await baton.administrator(), await baton.person('fay'), await baton.person('gus')]
  expect((await fay.call('POST', `/api/admin/users/${gus.user.id}/password`)).status).toBe(403)
  expect((await administrator.call('POST', `/api/admin/users/${administrator.user.id}/password`)).status).toBe(409)
  expect(await status(gus)).toBe(200)
})

test('where mail is on the link goes to the user alone', async () => {
  const started = await startBatonWithMail()
  const [administrator, hal] = [await started.baton.administrator(), await started.baton.person('hal')]
  const answer = await administrator.call('POST', `/api/admin/users/${hal.user.id}/password`)
  expect(answer.body).toEqual({ user_id: hal.user.id, url: null, expires_at: null })
  const token = secretIn(await started.mails.next(hal.user.email, 'Reset your Baton password'))
  expect((await send(started.baton.url, 'POST', '/api/auth/reset-password', { token, password: 'chosen by hal' })).status).toBe(200)
  await started.close()
})
