import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretIn } from '../../harness/mail-server.ts'
import { mailedSecret } from '../../harness/mailed-secret.ts'
import { send } from '../../harness/person.ts'
import { minutes, startBatonWithMail } from '../../harness/with-mail.ts'

let started: Awaited<ReturnType<typeof startBatonWithMail>>
beforeAll(async () => void (started = await startBatonWithMail()))
afterAll(() => started.close())

const post = (path: string, body: unknown) => send(started.baton.url, 'POST', path, body)
const verify = (token: string) => post('/api/auth/magic-link/verify', { token })

test('the mailed link logs in once, by POST only: following it changes nothing', async () => {
  const { baton, mails } = started
  const ann = await baton.person('ann')
  await post('/api/auth/magic-link/send', { email: ann.user.email })
  const mail = await mails.next(ann.user.email, 'Log in')
  const [link = ''] = mail.text.match(/http\S+/) ?? []
  const token = secretIn(mail)
  // What a mail scanner does: it doesn't even send the secret after the #.
  const path = new URL(link).pathname
  expect((await send(baton.url, 'GET', path, undefined, { accept: 'text/html' })).status).toBe(200)
  expect((await send(baton.url, 'GET', `/api/auth/magic-link/verify?token=${token}`)).status).toBe(404)
  const login = await verify(token)
  expect(login.status).toBe(200)
  expect(login.body.user.id).toBe(ann.user.id)
  expect((await verify(token)).status).toBe(401)
})

test('of twenty parallel uses of one link one is let in; a link of another kind or of eleven minutes ago is refused', async () => {
  const { baton } = started
  const bob = await baton.person('bob')
  const token = await mailedSecret(baton, 'magic_link', bob.user.email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const kind of ['reset', 'verify', 'change'] as const) {
    expect((await verify(await mailedSecret(baton, kind, bob.user.email, bob.user.id))).status).toBe(401)
  }
  const late = await mailedSecret(baton, 'magic_link', bob.user.email)
  baton.clock.advance(minutes(11))
  expect((await verify(late)).status).toBe(401)
})
