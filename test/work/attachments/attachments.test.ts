import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send, type Person } from '../../harness/person.ts'
import { instanceLog } from '../../../src/kernel/audit.ts'
import { system } from '../../../src/kernel/context.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { operations } from '../../../src/capabilities/operations.ts'

let baton: Baton
let ann: Person
let bob: Person
let folder: string
let task: { id: string; key: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-attachments-'))
  baton = await startBaton({ FILES_URL: pathToFileURL(folder).href, ATTACHMENTS_MEGABYTES: '8' })
  ann = await (await baton.person('ann')).createOrganization('works')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'With files' })
})
afterAll(async () => {
  await baton.close()
  await rm(folder, { recursive: true })
})

const headers = (person: Person): Record<string, string> => ({
  authorization: `Bearer ${person.token}`,
  ...(person.organization && { 'baton-organization': person.organization }),
})

async function upload(person: Person | null, key: string, name: string, body: Buffer | string, type = 'application/octet-stream') {
  const response = await fetch(`${baton.url}/api/tasks/${key}/attachments?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(person && headers(person)) },
    body: new Uint8Array(Buffer.from(body)),
  })
  return { status: response.status, body: (await response.json()) as any }
}

async function download(person: Person | null, id: string) {
  const response = await fetch(`${baton.url}/api/attachments/${id}`, { headers: person ? headers(person) : {} })
  return { status: response.status, headers: Object.fromEntries(response.headers), bytes: Buffer.from(await response.arrayBuffer()) }
}

test.each([
  ['page.html', '<!doctype html><script>alert(1)</script>', 'text/html'],
  ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
  ['script.js', 'alert(1)', 'text/javascript'],
])('%s is given back byte for byte and does nothing in a browser', async (name, text, type) => {
  const { status, body } = await upload(ann, task.key, name, text, type)
  expect(status).toBe(201)
  expect(body).toMatchObject({ name, content_type: 'text/plain; charset=utf-8', size: text.length })
  expect(body).not.toHaveProperty('file')
  const given = await download(ann, body.id)
  expect(given.bytes.toString()).toBe(text)
  expect(given.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'private, no-store',
  })
})

test('a picture is made anew in its own format and size, whatever its sender calls it', async () => {
  const given = await sharp({ create: { width: 90, height: 70, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
  const hidden = Buffer.concat([given, Buffer.from('<script>behind the picture</script>')])
  const { body } = await upload(ann, task.key, 'photo.jpg', hidden, 'text/html')
  expect(body.content_type).toBe('image/jpeg')
  const { bytes, headers } = await download(ann, body.id)
  expect(headers['content-disposition']).toMatch(/^inline/)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 90, height: 70 })
  expect(bytes.includes('secret place')).toBe(false)
  expect(bytes.includes('behind the picture')).toBe(false)
  expect((await upload(ann, task.key, 'broken.png', Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'))).status).toBe(400)
})

test('a name is never a path, and what is refused leaves no file behind', async () => {
  const before = await readdir(folder)
  for (const name of ['../../etc/passwd', '..', 'a\\b', 'a\u0000b', 'evil\u202etxt.exe', '', 'x'.repeat(201)]) {
    expect((await upload(ann, task.key, name, 'text')).status, name).toBe(400)
  }
  expect((await upload(ann, task.key, 'large.bin', Buffer.alloc(5 * 1024 * 1024 + 1, 1))).status).toBe(413)
  expect((await upload(ann, task.key, 'empty.txt', '')).status).toBe(400)
  expect((await upload(ann, 'WEB-999', 'lost.txt', 'text')).status).toBe(404)
  expect((await upload(null, task.key, 'nobody.txt', 'text')).status).toBe(401)
  expect(await readdir(folder)).toEqual(before)
  const { body } = await upload(ann, task.key, 'naïve "quoted" name.txt', 'text')
  expect((await download(ann, body.id)).headers['content-disposition']).toBe(
    `attachment; filename="na_ve _quoted_ name.txt"; filename*=UTF-8''na%C3%AFve%20%22quoted%22%20name.txt`,
  )
})

test('who does not see the task does not get the file: another tenant, a member outside a private project, nobody', async () => {
  await ann.do('POST', '/api/projects', { name: 'Hidden', slug: 'hidden', visibility: 'private' })
  const secret = await ann.do('POST', '/api/tasks', { project: 'hidden', title: 'Secret' })
  const { body } = await upload(ann, secret.key, 'secret.txt', 'secret')
  const stranger = await baton.person()
  for (const person of [bob, stranger]) expect((await download(person, body.id)).status).toBe(404)
  expect((await download(null, body.id)).status).toBe(401)
  expect((await upload(bob, secret.key, 'in.txt', 'in')).status).toBe(404)
  const [{ file } = { file: '' }] = await baton.look<{ file: string }>('select file from attachments where id = $1', [body.id])
  expect((await send(baton.url, 'GET', `/files/${file}`)).status).toBe(404)
  for (const id of ['..%2f..%2fetc%2fpasswd', file, '%00']) expect((await download(ann, id)).status).toBe(400)
  expect((await download(ann, body.id)).status).toBe(200)
})

test('a deleted attachment is gone at once, and its file as soon as the worker comes by', async () => {
  const { body } = await upload(ann, task.key, 'short-lived.txt', 'text')
  const [{ file } = { file: '' }] = await baton.look<{ file: string }>('select file from attachments where id = $1', [body.id])
  expect(await readdir(folder)).toContain(file)
  expect((await bob.do('DELETE', `/api/tasks/${task.key}/attachments/${body.id}`)).deleted_at).toBeTruthy()
  expect((await download(ann, body.id)).status).toBe(404)
  const remove = () =>
    execute(baton.node.assembly.kernel, operations.get('removeDiscardedFiles'), system(instanceLog), {}, { door: 'worker' })
  expect(await remove()).toEqual({ removed: 1 })
  expect(await remove()).toEqual({ removed: 0 })
  expect(await readdir(folder)).not.toContain(file)
  // Erasing an organization deletes its rows, and their files are removed afterwards.
  const erased = await upload(ann, task.key, 'erased.txt', 'text')
  await baton.look('delete from attachments where id = $1', [erased.body.id])
  expect(await remove()).toEqual({ removed: 1 })
})

test('an organization keeps so much and no more, however many come at once; what is deleted makes room', async () => {
  const other = await ann.createOrganization('quota')
  await other.do('POST', '/api/projects', { name: 'Full', slug: 'full' })
  const { key } = await other.do('POST', '/api/tasks', { project: 'full', title: 'Full' })
  const megabytes = Buffer.alloc(3 * 1024 * 1024, 1)
  const answers = await Promise.all([1, 2, 3].map((number) => upload(other, key, `${number}.bin`, megabytes)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 201, 413])
  const kept = answers.find(({ status }) => status === 201)
  await other.do('DELETE', `/api/tasks/${key}/attachments/${kept?.body.id}`)
  expect((await upload(other, key, '4.bin', megabytes)).status).toBe(201)
  expect((await other.do('GET', `/api/tasks/${key}`)).attachments).toHaveLength(2)
})

test('a file no row names is removed after a day, half an upload too; what is named, or is not ours, stays', async () => {
  const { attachments, files } = baton.node.assembly.kernel.services
  const { body } = await upload(ann, task.key, 'named.txt', 'text')
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  const avatar = await fetch(`${baton.url}/api/settings/avatar`, {
    method: 'POST',
    headers: { ...headers(ann), 'content-type': 'image/png' },
    body: new Uint8Array(png),
  })
  expect(avatar.status).toBe(200)
  const named = await readdir(folder)
  const half = `${'a'.repeat(32)}.bin.part`
  const orphans = [await attachments.put(Buffer.from('orphan')), await files.put(Buffer.from('orphan')), half]
  await writeFile(join(folder, half), 'half')
  await writeFile(join(folder, 'notes.txt'), 'of the operator')
  const remove = () =>
    execute(baton.node.assembly.kernel, operations.get('removeOrphanedFiles'), system(instanceLog), {}, { door: 'worker' })
  expect(await remove()).toEqual({ removed: 0 })
  expect(await readdir(folder)).toEqual(expect.arrayContaining(orphans))
  baton.clock.advance(25 * 3_600_000)
  expect(await remove()).toEqual({ removed: orphans.length })
  expect((await readdir(folder)).toSorted()).toEqual([...named, 'notes.txt'].toSorted())
  expect(named).toContain((await baton.look<{ file: string }>('select file from attachments where id = $1', [body.id]))[0]?.file)
})
