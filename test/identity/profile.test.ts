import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { instanceLog } from '../../src/kernel/audit.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-files-'))
  baton = await startBaton({ FILES_URL: pathToFileURL(folder).href })
  ann = await baton.person('ann')
})
afterAll(async () => {
  await baton.close()
  await rm(folder, { recursive: true })
})

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#336699' } })

async function upload(person: Person | null, place: string, body: Buffer, type = 'image/png') {
  const response = await fetch(`${baton.url}/api/settings/${place}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(person && { authorization: `Bearer ${person.token}` }) },
    body: new Uint8Array(body),
  })
  return { status: response.status, body: (await response.json()) as any }
}

test('a profile says what its person wants it to; both paths are one operation', async () => {
  const body = { name: 'Ann B.', bio: 'Builds *things*.', location: 'Bern', url: 'https://ann.example.com', timezone: 'Europe/Zurich' }
  expect(await ann.do('PATCH', '/api/settings/profile', body)).toMatchObject(body)
  expect(await ann.do('PATCH', '/api/auth/profile', { location: '' })).toMatchObject({ ...body, location: '' })
  expect(await ann.do('GET', '/api/auth/me')).toMatchObject({ ...body, location: '' })
  for (const wrong of [{ url: 'javascript:alert(1)' }, { timezone: 'Mars/Olympus' }, { bio: 'x'.repeat(2001) }, { email: 'a@b.example' }]) {
    expect((await ann.call('PATCH', '/api/settings/profile', wrong)).status).toBe(400)
  }
})

test('a new handle names user and personal organization; the old one stays theirs, and there are five at most', async () => {
  const bob = await baton.person('bob')
  expect((await bob.do('PATCH', '/api/settings/profile', { handle: 'robert' })).handle).toBe('robert')
  const { items } = await bob.do('GET', '/api/organizations')
  expect(items[0].handle).toBe('robert')
  expect((await ann.call('PATCH', '/api/settings/profile', { handle: 'bob' })).body.code).toBe('handle_taken')
  expect((await ann.call('PATCH', '/api/settings/profile', { handle: 'settings' })).body.code).toBe('handle_taken')
  expect((await bob.do('PATCH', '/api/settings/profile', { handle: 'bob' })).handle).toBe('bob')
  for (const handle of ['bob-3', 'bob-4', 'bob-5']) await bob.do('PATCH', '/api/settings/profile', { handle })
  expect((await bob.call('PATCH', '/api/settings/profile', { handle: 'bob-6' })).body.code).toBe('conflict')
})

test('a picture is made anew: our format, our size, none of its metadata', async () => {
  const given = await picture(900, 700)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
  expect(given.includes('secret place')).toBe(true)
  const { status, body } = await upload(ann, 'avatar', given, 'image/jpeg')
  expect(status).toBe(200)
  const served = await fetch(`${baton.url}/files/${body.avatar}`)
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(bytes.includes('secret place')).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
  expect((await upload(ann, 'cover', given, 'image/jpeg')).body).toMatchObject({ avatar: body.avatar, cover: expect.any(String) })
})

test('a picture that is replaced is removed by the worker', async () => {
  const cid = await baton.person('cid')
  const first = (await upload(cid, 'avatar', await picture(20, 20).png().toBuffer())).body.avatar
  const second = (await upload(cid, 'avatar', await picture(30, 30).png().toBuffer())).body.avatar
  expect(second).not.toBe(first)
  await execute(baton.node.assembly.kernel, operations.get('removeDiscardedFiles'), system(instanceLog), {}, { door: 'worker' })
  expect((await send(baton.url, 'GET', `/files/${first}`)).status).toBe(404)
  expect((await send(baton.url, 'GET', `/files/${second}`)).status).toBe(200)
})

test('what is no picture, too large, or has too many pixels is refused, and leaves nothing behind', async () => {
  const before = await readdir(folder)
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
  expect((await upload(ann, 'avatar', drawing, 'image/svg+xml')).status).toBe(400)
  expect((await upload(ann, 'avatar', Buffer.from('GIF89a'), 'image/gif')).status).toBe(400)
  expect((await upload(ann, 'avatar', Buffer.alloc(0))).status).toBe(400)
  expect((await upload(ann, 'avatar', Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await upload(ann, 'avatar', await picture(5001, 5000).png().toBuffer())).status).toBe(400)
  expect((await upload(ann, 'avatar', Buffer.from('{}'), 'application/json')).status).toBe(400)
  expect((await upload(null, 'avatar', await picture(20, 20).png().toBuffer())).status).toBe(401)
  expect(await readdir(folder)).toEqual(before)
})

test('only our own names are served', async () => {
  for (const name of ['..%2f..%2fetc%2fpasswd', '.env', `${'0'.repeat(32)}.png`, `${'0'.repeat(32)}.webp`, 'x'.repeat(150)]) {
    expect((await send(baton.url, 'GET', `/files/${name}`)).status, name).toBe(404)
  }
})
