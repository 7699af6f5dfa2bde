import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretIn } from '../../harness/mail-server.ts'
import { mailedSecret } from '../../harness/mailed-secret.ts'
import { send } from '../../harness/person.ts'
import { minutes, startBatonWithMail } from '../../harness/with-mail.ts'
import { waitForJobs } from '../../harness/jobs.ts'

let started: Awaited<ReturnType<typeof startBatonWithMail>>
beforeAll(async () => void (started = await startBatonWithMail()))
afterAll(() => started.close())

const post = (path: string, body: unknown) => send(started.baton.url, 'POST', path, body)
const verify = (email: string, code: string) => post('/api/auth/otp/verify', { email, code })

async function codeFor(email: string): Promise<string> {
  expect((await post('/api/auth/otp/send', { email })).status).toBe(200)
  return secretIn(await started.mails.next(email, 'Your code'))
}

const another = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

test('a mailed code logs in once, and only at its own address', async () => {
  const ann = await started.baton.person('ann')
  const bob = await started.baton.person('bob')
  const code = await codeFor(ann.user.email)
  expect(code).toMatch(/^\d{6}$/)
  expect((await verify(bob.user.email, code)).status).toBe(401)
  const login = await verify(ann.user.email, code)
  expect(login.status).toBe(200)
  expect(login.body.user).toMatchObject({ id: ann.user.id, email_verified: true })
  const me = await send(started.baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${login.body.token}` })
  expect(me.body.id).toBe(ann.user.id)
  expect((await verify(ann.user.email, code)).status).toBe(401)
})

test('of fifty parallel uses of the right code one is let in', async () => {
  const cid = await started.baton.person('cid')
  const code = await mailedSecret(started.baton, 'code', cid.user.email)
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(cid.user.email, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('after five tries a code is dead, even the right one; after ten minutes too', async () => {
  await started.baton.look('delete from auth.attempts')
  const dan = await started.baton.person('dan')
  const code = await mailedSecret(started.baton, 'code', dan.user.email)
  for (let by = 1; by <= 5; by++) expect((await verify(dan.user.email, another(code, by))).status).toBe(401)
  expect((await verify(dan.user.email, code)).status).toBe(401)
  const late = await mailedSecret(started.baton, 'code', dan.user.email)
  started.baton.clock.advance(minutes(11))
  expect((await verify(dan.user.email, late)).status).toBe(401)
})

test('a newer code takes the place of an older one', async () => {
  const eve = await started.baton.person('eve')
  const first = await codeFor(eve.user.email)
  started.baton.clock.advance(minutes(2))
  const second = await codeFor(eve.user.email)
  if (first !== second) expect((await verify(eve.user.email, first)).status).toBe(401)
  expect((await verify(eve.user.email, second)).status).toBe(200)
})

test('asking is answered alike for an address with and without an account, with the same rows and jobs; only one gets a mail', async () => {
  const { baton, mails } = started
  const fay = await baton.person('fay')
  const counted = async () =>
    (
      await baton.look(`select (select count(*) from auth.mailings) as mailings, (select count(*) from auth.attempts) as attempts,
      (select count(*) from jobs.job where name = 'sendMailing') as jobs, (select count(*) from audit where org_id <> '${nil}') as audit`)
    )[0] as object
  const nil = '00000000-0000-0000-0000-000000000000'
  for (const path of ['/api/auth/otp/send', '/api/auth/magic-link/send', '/api/auth/forgot-password']) {
    const grown: object[] = []
    const answers = []
    for (const email of [fay.user.email, 'nobody@example.com']) {
      const before = Object.values(await counted()).map(Number)
      answers.push(await post(path, { email }))
      grown.push(Object.values(await counted()).map((value, place) => Number(value) - (before[place] ?? 0)))
    }
    expect(answers[0]?.status).toBe(200)
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect(grown[1]).toEqual(grown[0])
    const again = await Promise.all([fay.user.email, 'nobody@example.com'].map((email) => post(path, { email })))
    expect(again.map(({ status }) => status)).toEqual([429, 429])
  }
  for (const subject of ['Your code', 'Log in', 'Reset your Baton password']) await mails.next(fay.user.email, subject)
  await waitForJobs(baton, ['sendMailing'])
  expect(await mails.to('nobody@example.com')).toEqual([])
  // Guessing a code that was never sent is counted and refused like any other guess.
  expect((await verify('nobody@example.com', '000000')).text).toBe((await verify(fay.user.email, '000000')).text)
  const tries = await baton.look("select tries from auth.mailings where kind = 'code' and email = any($1)", [
    ['nobody@example.com', fay.user.email],
  ])
  expect(tries).toEqual([{ tries: 1 }, { tries: 1 }])
})

test('a code is sent again after a minute, five times an hour and ten a day', async () => {
  const { clock } = started.baton
  const email = 'often@example.com'
  const ask = () => post('/api/auth/otp/send', { email })
  expect((await ask()).status).toBe(200)
  clock.advance(59_000)
  const early = await ask()
  expect(early.body.code).toBe('rate_limited')
  expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  for (let count = 2; count <= 5; count++) {
    clock.advance(minutes(1) + 1000)
    expect((await ask()).status).toBe(200)
  }
  clock.advance(minutes(2))
  expect((await ask()).status).toBe(429)
  clock.advance(minutes(61))
  for (let count = 6; count <= 10; count++) {
    expect((await ask()).status).toBe(200)
    clock.advance(minutes(2))
  }
  clock.advance(minutes(61))
  expect((await ask()).status).toBe(429)
  clock.advance(minutes(24 * 60))
  expect((await ask()).status).toBe(200)
})

test('a hundred parallel requests for one address write one row', async () => {
  const email = 'parallel@example.com'
  const answers = await Promise.all(Array.from({ length: 100 }, () => post('/api/auth/otp/send', { email })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await started.baton.look('select id from auth.mailings where email = $1', [email])).toHaveLength(1)
})

test('a suspended account gets no code; an administrator sees whether the last one was delivered, and no code', async () => {
  const { baton } = started
  const administrator = await baton.administrator()
  const gus = await baton.person('gus')
  const facts = () => administrator.do('GET', `/api/admin/users/${gus.user.id}/otp`)
  expect(await facts()).toEqual({ user_id: gus.user.id, last_code: null })
  const code = await codeFor(gus.user.email)
  await verify(gus.user.email, another(code))
  const { last_code } = await facts()
  expect(last_code).toMatchObject({ channel: 'email', delivered: true, tries: 1, used_at: null })
  expect(JSON.stringify(last_code)).not.toContain(code)
  expect((await gus.call('GET', `/api/admin/users/${gus.user.id}/otp`)).status).toBe(403)
  await baton.look('update auth.accounts set suspended_at = now() where user_id = $1', [gus.user.id])
  expect((await verify(gus.user.email, code)).status).toBe(401)
})
