import { createServer, type AddressInfo, type Server } from 'node:net'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { createEmulator, type Emulator } from 'emulate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { instanceLog } from '../../src/kernel/audit.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { assemble } from '../../src/main/assemble.ts'
import type { Node } from '../../src/main/node.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { freePort } from '../identity/oauth-server/baton-at.ts'
import { send, type Person } from '../harness/person.ts'
import { settles } from '../harness/wait.ts'

const Bucket = 'uploads'
const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
let port: number
let s3: Emulator
let baton: Baton
let other: Node
let ann: Person
let task: { key: string }

const startS3 = () =>
  createEmulator({ service: 'aws', port, seed: { aws: { region: 'eu-central-1', s3: { buckets: [{ name: Bucket }] } } } })

beforeAll(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = credentials.accessKeyId
  process.env['AWS_SECRET_ACCESS_KEY'] = credentials.secretAccessKey
  port = await freePort()
  s3 = await startS3()
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`)
  baton = await startBaton({ FILES_URL: `s3://${Bucket}/baton/files?region=eu-central-1&endpoint=${endpoint}` })
  other = await baton.addNode()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'With files' })
})
afterAll(async () => {
  await baton.close()
  await s3.close()
  delete process.env['AWS_ACCESS_KEY_ID']
  delete process.env['AWS_SECRET_ACCESS_KEY']
})

const authorization = () => ({ authorization: `Bearer ${ann.token}` })
async function post(path: string, body: Buffer, type: string) {
  const headers = { ...authorization(), 'content-type': type }
  const answer = await fetch(baton.url + path, { method: 'POST', headers, body: new Uint8Array(body) })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}
const attach = (bytes: Buffer) => post(`/api/tasks/${task.key}/attachments?name=data.bin`, bytes, 'application/octet-stream')
async function download(node: string, id: string) {
  const answer = await fetch(`${node}/api/attachments/${id}`, { headers: authorization() })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
async function keys(): Promise<(string | undefined)[]> {
  const client = new S3Client({ endpoint: s3.url, region: 'eu-central-1', forcePathStyle: true, credentials })
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
  return Contents.map(({ Key }) => Key)
}
/** Runs a job as a worker would, with its own client. */
async function runJob(name: string) {
  const worker = await assemble(baton.config, baton.clock)
  try {
    return await execute(worker.kernel, operations.get(name)!, system(instanceLog), {}, { door: 'worker' })
  } finally {
    await worker.close()
  }
}

const removeDiscarded = () => runJob('removeDiscardedFiles')

test('what one node stores the other serves and a worker removes, byte for byte', async () => {
  const bytes = Buffer.alloc(3_000_000, (Math.random() * 1e9).toString(36))
  const { status, body } = await attach(bytes)
  expect(status).toBe(201)
  expect(await keys()).toEqual([expect.stringMatching(/^baton\/files\/[0-9a-f]{32}\.bin$/)])
  const got = await download(other.address, body.id)
  expect([got.status, got.headers.get('content-length'), got.bytes.equals(bytes)]).toEqual([200, '3000000', true])
  await ann.do('DELETE', `/api/tasks/${task.key}/attachments/${body.id}`)
  expect(await removeDiscarded()).toEqual({ removed: 1 })
  expect(await keys()).toEqual([])
})

test('pictures of profiles are kept there too; one that is replaced goes', async () => {
  const picture = (width: number) =>
    sharp({ create: { width, height: 20, channels: 3, background: '#369' } })
      .png()
      .toBuffer()
  const first = await post('/api/settings/avatar', await picture(20), 'image/png')
  const second = await post('/api/settings/avatar', await picture(30), 'image/png')
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await removeDiscarded()).toEqual({ removed: 1 })
  expect(await keys()).toEqual([`baton/files/${second.body.avatar}`])
  expect((await send(other.address, 'GET', `/files/${second.body.avatar}`)).headers.get('content-type')).toBe('image/webp')
  expect((await send(other.address, 'GET', `/files/${first.body.avatar}`)).status).toBe(404)
})

test('an upload that is refused leaves nothing in the bucket', async () => {
  const before = await keys()
  expect((await post('/api/tasks/WEB-999/attachments?name=a.bin', Buffer.from('text'), 'text/plain')).status).toBe(404)
  expect(await keys()).toEqual(before)
})

test('what no row names is removed after a day', async () => {
  const before = await keys()
  await baton.node.assembly.kernel.services.attachments.put(Buffer.from('its server ended here'))
  expect(await runJob('removeOrphanedFiles')).toEqual({ removed: 0 })
  baton.clock.advance(25 * 3_600_000)
  expect(await runJob('removeOrphanedFiles')).toEqual({ removed: 1 })
  expect(await keys()).toEqual(before)
  await ann.logInAgain()
})

test('while the bucket is away files answer 503 with Retry-After, everything else goes on, and nothing is half stored', async () => {
  const { body: kept } = await attach(Buffer.from('kept'))
  const { body: gone } = await attach(Buffer.from('gone'))
  await s3.close()
  const refused = await attach(Buffer.from('refused'))
  expect([refused.status, refused.headers.get('retry-after'), refused.body.code]).toEqual([503, '5', 'unavailable'])
  const unread = await download(baton.url, kept.id)
  expect([unread.status, unread.headers.get('retry-after')]).toEqual([503, '5'])
  await ann.do('DELETE', `/api/tasks/${task.key}/attachments/${gone.id}`)
  await expect(removeDiscarded()).rejects.toThrow()
  const { items } = await ann.do('GET', `/api/tasks/${task.key}/attachments`)
  expect(items.map(({ id }: { id: string }) => id)).toEqual([kept.id])
  // The emulator loses its files when it stops, so only removals can be checked afterwards.
  s3 = await startS3()
  expect(await removeDiscarded()).toEqual({ removed: 1 })
  expect((await attach(Buffer.from('again'))).status).toBe(201)
})

test('a bucket that takes the call and never answers is given up', async () => {
  await s3.close()
  const frozen = await freeze()
  expect((await settles('the call to be given up', attach(Buffer.from('frozen')))).status).toBe(503)
  await new Promise((resolve) => frozen.close(resolve))
  s3 = await startS3()
  expect((await attach(Buffer.from('thawed'))).status).toBe(201)
})

async function freeze(): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect((server.address() as AddressInfo).port).toBe(port)
  return server
}
