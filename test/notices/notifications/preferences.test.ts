import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { runWhole } from '../../memory/worker-runs.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

const path = '/api/settings/preferences'

test('preferences begin with sensible defaults and change field by field, seen by no one else', async () => {
  const [ann, bob] = [await baton.person('ann'), await baton.person('bob')]
  const first = await ann.do('GET', path)
  expect(first).toMatchObject({
    notifications: { mention: { in_app: true, mail: 'digest' }, gate_waiting: { in_app: true, mail: 'digest' } },
    digest: { on: true, hour: 8, timezone: '' },
    theme: 'system',
    locale: '',
    version: 1,
  })
  await ann.do('PATCH', path, { notifications: { mention: { mail: 'off' } }, digest: { timezone: 'Europe/Berlin' } })
  const second = await ann.do('PATCH', path, { version: 2, digest: { hour: 17 }, theme: 'dark' })
  expect(second).toMatchObject({
    notifications: { mention: { in_app: true, mail: 'off' }, assignment: { mail: 'digest' } },
    digest: { on: true, hour: 17, timezone: 'Europe/Berlin' },
    theme: 'dark',
    version: 3,
  })
  expect(await ann.do('GET', path)).toEqual(second)
  expect((await ann.call('PATCH', path, { version: 2, theme: 'light' })).status).toBe(412)
  for (const wrong of [
    { digest: { hour: 24 } },
    { digest: { timezone: 'Mars/Olympus' } },
    { notifications: { gossip: {} } },
    { locale: 'x y' },
  ]) {
    expect((await ann.call('PATCH', path, wrong)).status).toBe(400)
  }
  expect(await bob.do('GET', path)).toEqual(first)
})

test('what was read is forgotten after half a year, what was not stays', async () => {
  const cat = await baton.person('cat')
  const [old, unread, fresh] = [
    await cat.do('POST', '/api/notifications', { title: 'Old' }),
    await cat.do('POST', '/api/notifications', { title: 'Unread' }),
    await cat.do('POST', '/api/notifications', { title: 'Fresh' }),
  ]
  for (const { id } of [old, fresh]) await cat.do('PATCH', `/api/notifications/${id}/read`)
  await baton.look("update notifications set created_at = created_at - interval '181 days' where id = any($1)", [[old.id, unread.id]])
  expect(await runWhole(baton, 'purge', { tables: ['notifications'] })).toBe(1)
  expect((await cat.do('GET', '/api/notifications')).items.map(({ id }: { id: string }) => id)).toEqual([fresh.id, unread.id])
})
