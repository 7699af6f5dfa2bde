import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { runJob } from '../memory/worker-runs.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let admin: Person

beforeAll(async () => {
  baton = await startBaton()
  admin = await baton.administrator()
})
afterAll(() => baton.close())

const login = ({ user, password }: Person, wrong = '') =>
  send(baton.url, 'POST', '/api/auth/login', { email: user.email, password: password + wrong })

test('a suspension says why to whoever knows the password, and to nobody else', async () => {
  const ann = await baton.person()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await admin.do('PATCH', `/api/admin/users/${ann.user.id}/suspend`, { reason: 'Too many invitations', until })
  expect((await login(ann)).body).toMatchObject({ code: 'forbidden', reason: 'suspended', suspend_reason: 'Too many invitations' })
  expect((await login(ann, 'x')).body.code).toBe('unauthenticated')
  expect(await admin.api.getUser({ id: ann.user.id })).toMatchObject({ suspend_reason: 'Too many invitations' })
})

test('it ends at its time', async () => {
  const bob = await baton.person()
  const until = new Date(baton.clock.now().getTime() + 3_600_000).toISOString()
  await admin.do('PATCH', `/api/admin/users/${bob.user.id}/suspend`, { until })
  await runJob(baton, 'liftSuspensions')
  expect((await login(bob)).status).toBe(403)
  baton.clock.advance(3_700_000)
  expect((await runJob(baton, 'liftSuspensions')).lifted).toBeGreaterThanOrEqual(1)
  expect((await login(bob)).status).toBe(200)
  await admin.logInAgain()
  expect((await admin.call('PATCH', `/api/admin/users/${bob.user.id}/suspend`, { until })).status).toBe(400)
})
