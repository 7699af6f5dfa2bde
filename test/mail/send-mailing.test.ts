import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { freePort, secretIn, startMailServer } from '../harness/mail-server.ts'
import { send } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { minutes } from '../harness/with-mail.ts'
import { patience } from '../harness/wait.ts'

let port: number
let baton: Baton
beforeAll(async () => {
  port = await freePort()
  baton = await startBaton({ MAIL_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(() => baton.close())

const ask = (email: string) => send(baton.url, 'POST', '/api/auth/magic-link/send', { email })
const jobs = async (state: string) =>
  (
    await baton.look<{ count: number }>('select count(*)::integer as count from jobs.job where name = $1 and state::text = $2', [
      'sendMailing',
      state,
    ])
  )[0]?.count

test('a mail waits for a mail server that is down, and is not sent after its time', async () => {
  const [ann, bob] = [await baton.person('ann'), await baton.person('bob')]
  await baton.look("delete from jobs.job where name = 'sendMailing'")
  await ask(ann.user.email)
  baton.clock.advance(minutes(11))
  await ask(bob.user.email)
  const worker = await startWorker(baton)
  await expect.poll(() => jobs('retry'), { timeout: patience }).toBe(1)
  // The digest was stored before the attempt. Nobody has the secret, and the retry makes a new one.
  const waiting = 'select hash is not null as ready, sent_at from auth.mailings where email = $1 and kind = $2'
  expect(await baton.look(waiting, [bob.user.email, 'magic_link'])).toEqual([{ ready: true, sent_at: null }])
  const mails = await startMailServer(port)
  const token = secretIn(await mails.next(bob.user.email, 'Log in'))
  expect((await send(baton.url, 'POST', '/api/auth/magic-link/verify', { token })).status).toBe(200)
  expect(await jobs('completed')).toBe(2)
  expect(await mails.to(ann.user.email)).toEqual([])
  await worker.close()
  await mails.close()
})

test('what was mailed is forgotten after thirty days', async () => {
  await ask('long-ago@example.com')
  await baton.look("update auth.mailings set created_at = created_at - interval '31 days' where email = 'long-ago@example.com'")
  await ask('today@example.com')
  const worker = await startWorker(baton)
  await baton.look(`insert into jobs.job (name, data) values ('purge', '{}')`)
  const left = () =>
    baton.look<{ email: string }>("select email from auth.mailings where email in ('long-ago@example.com', 'today@example.com')")
  await expect.poll(left, { timeout: patience }).toEqual([{ email: 'today@example.com' }])
  await worker.close()
})
