import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { mailThrough } from '../../src/platform/mail.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { connectAside } from '../harness/locks.ts'
import { send } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { waitFor } from '../harness/wait.ts'
import { Receiver } from '../notices/webhooks/receiver.ts'

async function start(settings: Record<string, string> = {}): Promise<Baton> {
  const baton = await startBaton(settings)
  onTestFinished(() => baton.close())
  return baton
}

/** All figures of this name, by their labels. */
async function figures(baton: Baton, name: string): Promise<Map<string, number>> {
  const { text } = await send(baton.url, 'GET', '/metrics')
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  return new Map(lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))] as const))
}
const figure = async (baton: Baton, name: string, labels = '') => (await figures(baton, name)).get(labels) ?? NaN

test('the size of the database, its largest tables, its room, its connections and its age are seen', async () => {
  const baton = await start({ DATABASE_ROOM_GB: '2' })
  const [size] = await baton.look<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  const seen = await figure(baton, 'baton_database_bytes')
  expect(Math.abs(seen - (size?.bytes ?? 0))).toBeLessThan(10_000_000)
  expect(await figure(baton, 'baton_database_room_bytes')).toBe(2e9)
  expect(await figure(baton, 'baton_database_transaction_age')).toBeGreaterThan(0)
  const connections = await figures(baton, 'baton_database_server_connections')
  expect(connections.get('{state="used"}')).toBeGreaterThan(0)
  expect(connections.get('{state="limit"}')).toBeGreaterThan(connections.get('{state="used"}') ?? NaN)
  expect((await figures(baton, 'baton_table_bytes')).size).toBe(10)
})

test('what nobody knows has no figure: a room of 0 would be one that is always too small', async () => {
  const baton = await start()
  expect(await figures(baton, 'baton_database_room_bytes')).toEqual(new Map())
  expect(await figure(baton, 'baton_database_bytes')).toBeGreaterThan(0)
})

test('a slot that keeps WAL and a table of dead rows are seen', async () => {
  const baton = await start()
  const aside = await connectAside(baton)
  onTestFinished(() => aside.end())
  await aside.query("select pg_create_physical_replication_slot('nobody_' || pg_backend_pid(), true, true), pg_switch_wal()")
  await baton.look('create table many as select n from generate_series(1, 200000) n')
  await baton.look('alter table many set (autovacuum_enabled = false)')
  await baton.look('delete from many where n <= 150000')
  const slots = await figures(baton, 'baton_wal_retained_bytes')
  expect([...slots].filter(([labels]) => labels.includes('nobody_')).every(([, bytes]) => bytes >= 0)).toBe(true)
  expect([...slots.keys()].join()).toContain('nobody_')
  const share = await waitFor('the statistics of the table', () => figure(baton, 'baton_table_dead_share', '{table="many"}'), Boolean)
  expect(share).toBeCloseTo(0.75, 1)
})

test('a folder that takes no files is seen, and so is how much room it has', async () => {
  const baton = await start()
  const [free, total] = [
    await figure(baton, 'baton_files_bytes', '{state="free"}'),
    await figure(baton, 'baton_files_bytes', '{state="total"}'),
  ]
  expect(free).toBeGreaterThan(0)
  expect(total).toBeGreaterThan(free)
  const folder = await mkdtemp(join(tmpdir(), 'baton-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'taken'), 'a file where the folder should be')
  const broken = await start({ FILES_URL: pathToFileURL(join(folder, 'taken')).href })
  const ann = await broken.person()
  const before = await figure(broken, 'baton_file_errors_total')
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'image/png' }
  const { status } = await fetch(`${broken.url}/api/settings/avatar`, { method: 'POST', headers, body: picture })
  expect(status).toBe(503)
  expect(await figure(broken, 'baton_file_errors_total')).toBe(before + 1)
})

test('a mail server that is away and one that takes the message are told apart', async () => {
  const baton = await start()
  const before = await figure(baton, 'baton_mails_total', '{result="refused"}')
  const message = { to: 'ann@example.com', subject: 'Code', text: '1', html: '1' }
  await expect(mailThrough('smtp://127.0.0.1:1', null, 'http://localhost').send(message)).rejects.toThrow('mail server')
  expect(await figure(baton, 'baton_mails_total', '{result="refused"}')).toBe(before + 1)
})

test('what became of attempts to deliver a webhook is seen', async () => {
  const baton = await start({ PRIVATE_ADDRESSES: 'allow', WEBHOOK_TIMEOUT_SECONDS: '1' })
  const worker = await startWorker(baton)
  const receiver = await Receiver.start()
  onTestFinished(async () => {
    await worker.close()
    await receiver.close()
  })
  receiver.answer = () => 500
  const ann = await baton.person()
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  await ann.do('POST', '/api/webhooks', { url: receiver.url, events: ['task.created'] })
  const refused = () => figure(baton, 'baton_webhook_attempts_total', '{result="refused"}')
  const before = await refused()
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'Refused' })
  await waitFor('the refusal to be counted', refused, (count) => count > before)
})
