import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { LiveClient } from '../../websocket/live-client.ts'
import { Office, inbox, told } from './office.ts'
import { withoutIntervals } from '../../harness/clock.ts'

let baton: Baton
let office: Office
let ann: Person
let bob: Person

beforeAll(async () => {
  baton = await startBaton()
  office = await Office.open(baton, await baton.person('ann'), 'acme')
  ann = office.owner
  bob = await office.join(await baton.person('bob'))
})
afterAll(() => baton.close())

const mention = (where: Office, key: string, who: Person, project_id?: string) =>
  where.happen(where.owner, {
    type: 'comment.created',
    ...(project_id && { project_id }),
    data: { comment: {}, item: { id: newId(), kind: 'task', key, title: key }, mentions: [who.user.id] },
  })
const unread = async (who: Person): Promise<number> => (await who.do('GET', '/api/notifications?limit=1')).unread

test('the inbox pages through all organizations, filters, and counts what is unread', async () => {
  const other = await Office.open(baton, await baton.person('zoe'), 'umbrella')
  await other.join(bob)
  for (const key of ['A-1', 'A-2', 'A-3']) await mention(office, key, bob)
  await mention(other, 'U-1', bob)
  await office.read()
  await other.read()
  expect(await told(bob)).toEqual(['mention A-1', 'mention A-2', 'mention A-3', 'mention U-1'])
  const first = await bob.do('GET', '/api/notifications?limit=3')
  expect(first).toMatchObject({ unread: 4 })
  const second = await bob.do('GET', `/api/notifications?limit=3&cursor=${first.next_cursor}`)
  expect(second.items.map((one: any) => one.subject.ref)).toEqual(['A-1'])
  expect(await inbox(bob, '?organization=umbrella')).toHaveLength(1)
  expect(await inbox(bob, '?kind=assignment')).toEqual([])
  const [newest] = await inbox(bob)
  const read = await bob.do('PATCH', `/api/notifications/${newest.id}/read`)
  expect(read).toMatchObject({ id: newest.id, version: 2 })
  expect(read.read_at).not.toBeNull()
  expect(await bob.do('PATCH', `/api/notifications/${newest.id}/read`)).toEqual(read)
  expect(await inbox(bob, '?unread=true')).toHaveLength(3)
  expect((await bob.call('PATCH', `/api/notifications/${newest.id}/unread`, { version: 1 })).status).toBe(412)
  await bob.do('PATCH', `/api/notifications/${newest.id}/unread`)
  expect(await bob.do('PATCH', '/api/notifications/read-all', { organization: 'umbrella' })).toEqual({ marked: 1, unread: 3 })
  expect(await bob.do('PATCH', '/api/notifications/read-all')).toEqual({ marked: 3, unread: 0 })
  expect((await ann.call('PATCH', `/api/notifications/${newest.id}/read`)).status).toBe(404)
})

test('what is snoozed comes back unread at its time, and what is archived has been read', async () => {
  const reminder = await bob.do('POST', '/api/notifications', { title: 'Water the plants' })
  const until = new Date(baton.clock.now().getTime() + 300_000).toISOString()
  await bob.do('PATCH', `/api/notifications/${reminder.id}/snooze`, { until })
  expect(await unread(bob)).toBe(0)
  expect(await inbox(bob, '?box=snoozed')).toHaveLength(1)
  baton.clock.advance(300_001)
  expect(await unread(bob)).toBe(1)
  expect((await bob.call('PATCH', `/api/notifications/${reminder.id}/snooze`, { until })).status).toBe(400)
  await bob.do('PATCH', `/api/notifications/${reminder.id}/archive`)
  expect(await unread(bob)).toBe(0)
  expect(await inbox(bob, '?box=archived')).toMatchObject([{ title: 'Water the plants' }])
  await bob.do('PATCH', `/api/notifications/${reminder.id}/archive`, { archived: false })
  expect(await inbox(bob)).toContainEqual(expect.objectContaining({ id: reminder.id }))
})

test('whoever loses sight of a project, or leaves, reads nothing of it any more', async () => {
  const cat = await office.join(await baton.person('cat'))
  const vault = await ann.do('POST', '/api/projects', { name: 'Vault', slug: 'vault', visibility: 'private' })
  await ann.do('PUT', '/api/projects/vault/members/cat')
  await mention(office, 'VAU-1', cat, vault.id)
  await mention(office, 'ACM-1', cat)
  await office.read()
  const [, hidden] = await inbox(cat)
  expect(await unread(cat)).toBe(2)
  await ann.do('DELETE', '/api/projects/vault/members/cat')
  expect(await told(cat)).toEqual(['mention ACM-1'])
  expect(await unread(cat)).toBe(1)
  expect((await cat.call('PATCH', `/api/notifications/${hidden.id}/read`)).status).toBe(404)
  await office.run('leaveOrganization', cat, {})
  const alone = new (cat.constructor as typeof Person)(cat.url, { user: cat.user, token: cat.token }, cat.password)
  expect(await alone.do('GET', '/api/notifications')).toEqual({ items: [], next_cursor: null, unread: 0, needs_you: 0 })
  expect((await alone.call('PATCH', '/api/notifications/read-all')).body).toEqual({ marked: 0, unread: 0 })
})

test('an open window hears of a notification by a hint, other windows of what is read, and nobody else does', async () => {
  // Neither worker nor node looks by itself: what arrives was told.
  const [worker, { address }] = await withoutIntervals(() => Promise.all([startWorker(baton), baton.addNode()]))
  const [window, elsewhere, another] = await Promise.all([bob, bob, ann].map((person) => LiveClient.connect(person, address)))
  if (!window || !elsewhere || !another) throw new Error('unreachable')
  await window.subscribe({ id: 'o', to: 'organization' })
  await elsewhere.subscribe({ id: 'u', to: 'user' })
  await another.subscribe({ id: 'o', to: 'organization' })
  const tell = async (key: string) => {
    await mention(office, key, bob)
    const about = ({ event }: { event?: { type: string; data: any } }) =>
      event?.type === 'notification.created' && event.data.notification.subject?.ref === key
    const { event } = await window.until(about)
    const own = await elsewhere.until(about)
    expect(own.event?.data.notification).toEqual(event?.data.notification)
    return event?.data.notification
  }
  await tell('LIV-1')
  await tell('LIV-2')
  const notification = await tell('LIV-3')
  await bob.do('PATCH', `/api/notifications/${notification.id}/read`)
  await elsewhere.until(({ event }) => event?.type === 'notification.updated' && event.data.notification.read_at !== null)
  await bob.do('PATCH', `/api/notifications/${notification.id}/unread`)
  await bob.do('PATCH', '/api/notifications/read-all')
  await elsewhere.until(({ event }) => event?.type === 'notifications.read')
  await another.until(({ event }) => event?.type === 'comment.created')
  await another.settle()
  expect(another.events('o').filter(({ type }) => type.startsWith('notification'))).toEqual([])
  // Notifications cause no further notifications: the log stops growing.
  const [before] = await baton.look<{ seq: string }>('select seq from log_heads where org_id = $1', [office.id])
  await office.read(2)
  expect(await baton.look('select seq from log_heads where org_id = $1', [office.id])).toEqual([before])
  await Promise.all([window.close(), elsewhere.close(), another.close()])
  await worker.close()
})
