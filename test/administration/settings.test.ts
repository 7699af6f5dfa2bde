import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { startMailServer, type MailServer } from '../harness/mail-server.ts'
import { runJob } from '../memory/worker-runs.ts'
import { send, type Person } from '../harness/person.ts'
import { patience } from '../harness/wait.ts'

let baton: Baton
let admin: Person
let mails: MailServer

beforeAll(async () => {
  mails = await startMailServer()
  baton = await startBaton()
  admin = await baton.administrator()
})
afterAll(async () => {
  await baton.close()
  await mails.close()
})

const register = (handle: string) =>
  send(baton.url, 'POST', '/api/auth/register', { email: `${handle}@example.com`, password: 'a long password', name: handle, handle })

test('a setting has a schema, holds at once on every node, and the log keeps what it was', async () => {
  const node = await baton.addNode()
  expect((await register('before')).status).toBe(201)
  const { body } = await admin.call('PATCH', '/api/admin/settings/registration', { value: { mode: 'closed' } })
  expect(body).toMatchObject({ key: 'registration', value: { mode: 'closed' }, version: 1 })
  expect((await register('after')).status).toBe(403)
  const elsewhere = () => fetch(`${node.address}/api/auth/options`).then((answer) => answer.json())
  await expect.poll(elsewhere, { timeout: patience }).toMatchObject({ registration: 'closed' })
  expect((await admin.call('PATCH', '/api/admin/settings/registration', { value: { mode: 'whenever' } })).status).toBe(400)
  expect((await admin.call('PATCH', '/api/admin/settings/registration', { value: { unknown: 1 } })).status).toBe(400)
  expect((await admin.call('PATCH', '/api/admin/settings/nothing', { value: {} })).status).toBe(400)
  const [event] = await baton.look<{ data: object }>("select data from events where type = 'setting.updated' order by seq limit 1")
  expect(event?.data).toEqual({ key: 'registration', before: { mode: 'open' }, after: { mode: 'closed' } })
  await admin.api.updateSetting({ key: 'registration', value: { mode: 'open' } })
})

test('what the environment sets wins and is read-only', async () => {
  const fixed = await startBaton({ REGISTRATION: 'invite' })
  try {
    const person = await fixed.look('select 1 as one')
    expect(person).toHaveLength(1)
    await fixed.look(
      'insert into instance_settings (key, value, created_at, updated_at) values (\'registration\', \'{"mode": "open"}\', now(), now())',
    )
    const answer = await send(fixed.url, 'POST', '/api/auth/register', {
      email: 'x@example.com',
      password: 'a long password',
      name: 'x',
      handle: 'xx',
    })
    expect(answer.status).toBe(403)
    await fixed.node.assembly.kernel.services.settings.changed()
    expect(fixed.node.assembly.kernel.services.settings.get('registration')).toEqual({ mode: 'invite' })
    expect(fixed.node.assembly.kernel.services.settings.fixed('registration')).toEqual(['mode'])
  } finally {
    await fixed.close()
  }
})

test('a mail server is tried before it is saved; its address is sealed and never shown', async () => {
  const wrong = await admin.call('PATCH', '/api/admin/settings/mail', { value: { url: 'smtp://127.0.0.1:9' } })
  expect([wrong.status, wrong.body.reason]).toEqual([409, 'mail_failed'])
  expect((await admin.api.getSetting({ key: 'mail' })).value).toMatchObject({ url: { is_set: false } })
  expect((await admin.api.sendTestEmail({})).sent).toBe(false)
  const right = await admin.call('PATCH', '/api/admin/settings/mail', { value: { url: mails.url, from: 'Ours <ours@example.org>' } })
  expect(right.body.value).toEqual({ url: { is_set: true }, from: 'Ours <ours@example.org>' })
  expect(right.text).not.toContain(mails.url)
  const [row] = await baton.look<{ value: object }>("select value from instance_settings where key = 'mail'")
  expect(row?.value).toEqual({ from: 'Ours <ours@example.org>' })
  const [event] = await baton.look<{ data: object }>("select data from events where type = 'setting.updated' order by seq desc limit 1")
  expect(JSON.stringify(event?.data)).not.toContain(mails.url)
  expect(await admin.api.sendTestEmail({})).toEqual({ sent: true, to: admin.user.email, error: null })
})

test('seeding stores what is missing, once, and leaves what was chosen', async () => {
  const { settings, plans, categories } = await admin.api.seedSettings({})
  expect(plans).toEqual(['free', 'team', 'business'])
  expect(categories).toEqual(['announcements', 'releases', 'guides'])
  expect(settings).not.toContain('mail')
  const nothing = { settings: [], plans: [], categories: [] }
  expect(await admin.api.seedSettings({})).toEqual(nothing)
  expect(await runJob(baton, 'loadDefaults')).toEqual(nothing)
  const { items } = await admin.api.listCategories({})
  expect(items.map(({ slug }) => slug)).toEqual(['announcements', 'guides', 'releases'])
  await admin.api.deleteCategory({ id: items[0]?.id ?? '' })
  expect(await runJob(baton, 'loadDefaults')).toEqual(nothing)
  expect((await admin.api.getSetting({ key: 'mail' })).value).toMatchObject({ url: { is_set: true } })
  expect(await admin.api.seedAnnouncements({})).toEqual({ created: 3 })
  expect(await admin.api.seedAnnouncements({})).toEqual({ created: 0 })
})
