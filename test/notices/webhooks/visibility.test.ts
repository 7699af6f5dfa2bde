import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { Receiver } from './receiver.ts'
import { waitFor } from '../../harness/wait.ts'

let baton: Baton
let worker: { close(): Promise<void> }
let receiver: Receiver
let owner: Person
let admin: Person

beforeAll(async () => {
  baton = await startBaton({ PRIVATE_ADDRESSES: 'allow' })
  worker = await startWorker(baton)
})
afterAll(async () => {
  await worker.close()
  await baton.close()
})
beforeEach(async () => {
  receiver = await Receiver.start()
  owner = await baton.person()
  owner = await owner.createOrganization(`see-${owner.user.handle}`)
  const other = await baton.person()
  await owner.do('POST', '/api/organization/members', { user: other.user.handle, role: 'admin' })
  admin = other.in(owner.organization ?? '')
  await owner.do('POST', '/api/projects', { name: 'Open', slug: 'open' })
  await owner.do('POST', '/api/projects', { name: 'Closed', slug: 'closed', visibility: 'private' })
})
afterEach(() => receiver.close())

const setRole = (role: string) => owner.do('PATCH', `/api/organization/members/${admin.user.id}`, { role })
const task = (project: string, title: string) => owner.do('POST', '/api/tasks', { project, title })
const titles = (): string[] => receiver.accepted.map(({ body }) => String(body.data.item?.title))
/** Deliveries are queued in the order of the log, so every earlier event has been decided. */
const settled = async () => {
  const { id } = await task('open', 'Last')
  await waitFor('its message', () => receiver.accepted.find(({ body }) => body.subject_id === id))
}

/** Another webhook, owned by the owner: an event that reaches it has already been evaluated for all others. */
const witness = async () => {
  const other = await Receiver.start()
  await owner.do('POST', '/api/webhooks', { url: other.url, events: ['task.*'] })
  return other
}

const lossOfRights: [string, () => Promise<unknown>][] = [
  ['is made a member', () => setRole('member')],
  ['is made a viewer', () => setRole('viewer')],
  ['is suspended', async () => (await baton.administrator()).do('PATCH', `/api/admin/users/${admin.user.id}/suspend`)],
]

test.each(lossOfRights)(
  'an endpoint stops when its creator %s: nothing more is queued, and what was queued is not sent',
  async (_, lose) => {
    receiver.answer = () => 500
    const { id } = await admin.do('POST', '/api/webhooks', { url: receiver.url, events: ['task.*'] })
    await task('closed', 'Queued before')
    await waitFor('1 message', () => receiver.messages.length === 1)
    const other = await witness()
    await lose()
    receiver.answer = () => 200
    baton.clock.advance(7000)
    const { id: last } = await task('closed', 'Afterwards')
    await waitFor('its message', () => other.accepted.find(({ body }) => body.subject_id === last))
    expect(await baton.look('select type from webhook_deliveries where webhook_id = $1', [id])).toHaveLength(1)
    expect(receiver.accepted).toEqual([])
    expect(await baton.look('select enabled, disabled_reason from webhooks where id = $1', [id])).toEqual([
      { enabled: false, disabled_reason: 'creator_left' },
    ])
    await other.close()
  },
)

test('what has another owner is not sent, and what is the creator’s own is shown to nobody else', async () => {
  const webhook = await admin.do('POST', '/api/webhooks', { url: receiver.url })
  await waitFor('its message', () => receiver.accepted.find(({ body }) => body.type === 'webhook.created'))
  const { id } = await task('open', 'About')
  await waitFor('its message', () => receiver.accepted.find(({ body }) => body.subject_id === id))
  // No operation in an organization emits such an event for others to see, so this writes to the log directly.
  const [row] = await baton.look<{ seq: number }>('update log_heads set seq = seq + 2 where org_id = $1 returning seq', [
    owner.organization,
  ])
  const insert = `insert into events (org_id, seq, at, type, actor, owner_id, subject_id, data)
    values ($1, $2, $5, 'note.created', '{"user_id": null, "agent_id": null, "credential": "none", "door": "test"}', $3, gen_random_uuid(), $4)`
  await baton.look(insert, [owner.organization, Number(row?.seq) - 1, owner.user.id, { note: 'the owner’s' }, baton.clock.now()])
  await baton.look(insert, [owner.organization, Number(row?.seq), admin.user.id, { note: 'the admin’s' }, baton.clock.now()])
  await settled()
  const own = await waitFor('its message', () => receiver.accepted.find(({ body }) => body.type === 'note.created'))
  expect(own.body.data.note).toBe('the admin’s')
  expect(receiver.accepted.filter(({ body }) => body.type === 'note.created')).toHaveLength(1)
  // Another admin can't read it among the deliveries, or redirect it to an address of their own.
  const path = `/api/webhooks/${webhook.id}`
  const seen = async (person: Person) => (await person.do('GET', `${path}/deliveries`)).items.map((one: any) => one.type)
  expect(await seen(admin)).toContain('note.created')
  expect(await seen(owner)).not.toContain('note.created')
  expect((await owner.call('GET', `${path}/deliveries/${own.id.slice('msg_'.length)}`)).status).toBe(404)
  expect((await owner.call('PATCH', path, { url: `${receiver.url}/mine` })).status).toBe(403)
  expect((await admin.call('PATCH', path, { url: `${receiver.url}/mine` })).status).toBe(200)
})

test('when its creator leaves, it stops, and nobody can turn it on in their place', async () => {
  const { id } = await admin.do('POST', '/api/webhooks', { url: receiver.url, events: ['task.*'] })
  await settled()
  await owner.do('DELETE', `/api/organization/members/${admin.user.id}`)
  await task('open', 'Afterwards')
  const webhook = await waitFor('the webhook to be turned off', async () => {
    const found = await owner.do('GET', `/api/webhooks/${id}`)
    return !found.enabled && found
  })
  expect(webhook).toMatchObject({ disabled_reason: 'creator_left' })
  expect((await owner.call('PATCH', `/api/webhooks/${id}`, { enabled: true })).status).toBe(409)
  expect(titles()).toEqual(['Last'])
})

test('it is sent the types and the project it asks for, and nothing from before it was made', async () => {
  await task('open', 'Before')
  await owner.do('POST', '/api/webhooks', { url: receiver.url, events: ['task.created', 'epic.*'], project: 'open' })
  const { key } = await task('open', 'Asked for')
  await owner.do('PATCH', `/api/tasks/${key}`, { title: 'Renamed' })
  await task('closed', 'Elsewhere')
  await owner.do('POST', '/api/projects/open/epics', { title: 'An epic' })
  await settled()
  await waitFor('3 accepted messages', () => receiver.accepted.length === 3)
  expect(titles().toSorted()).toEqual(['An epic', 'Asked for', 'Last'])
})

test('members and viewers neither see nor make webhooks', async () => {
  const { id } = await owner.do('POST', '/api/webhooks', { url: receiver.url })
  await setRole('member')
  for (const path of ['/api/webhooks', `/api/webhooks/${id}`, `/api/webhooks/${id}/deliveries`])
    expect((await admin.call('GET', path)).status).toBe(403)
  expect((await admin.call('POST', '/api/webhooks', { url: receiver.url })).status).toBe(403)
})

test('nothing leaves a sandbox', async () => {
  await owner.do('POST', '/api/settings/mcp-tokens', { name: 'sandbox', mode: 'test' })
  const [twin] = await baton.look<{ id: string }>('select id from organizations where sandbox_of = $1', [owner.organization])
  const inside = owner.in(twin?.id ?? '')
  await inside.do('POST', '/api/projects', { name: 'Box', slug: 'box' })
  const { id } = await inside.do('POST', '/api/webhooks', { url: receiver.url })
  await inside.do('POST', '/api/tasks', { project: 'box', title: 'Stays' })
  expect((await inside.call('POST', `/api/webhooks/${id}/test`, {})).status).toBe(409)
  const seq = () =>
    baton.look("select from log_readers r join log_heads h using (org_id) where org_id = $1 and reader = 'webhooks' and r.seq = h.seq", [
      twin?.id,
    ])
  await waitFor('the log to be read', async () => (await seq()).length)
  expect(await baton.look('select from webhook_deliveries where org_id = $1', [twin?.id])).toEqual([])
  expect(receiver.messages).toEqual([])
})
