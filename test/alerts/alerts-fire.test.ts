import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mailThrough } from '../../src/platform/mail.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { connectAside } from '../harness/locks.ts'
import { startOwnPostgres } from '../harness/own-postgres.ts'
import { Person } from '../harness/person.ts'
import { startPrometheus, toFetch, type Prometheus } from '../harness/prometheus.ts'
import { startProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { waitFor } from '../harness/wait.ts'
import { clockAhead } from '../harness/wrong-clock.ts'
import { Receiver } from '../notices/webhooks/receiver.ts'
import { mountSmallDisk, type SmallDisk } from '../proofs/outages/small-disk.ts'
import { startProgram, type Program } from '../proofs/programs.ts'
import { LiveClient } from '../websocket/live-client.ts'

// A real Prometheus scrapes a real Baton and judges by the shipped rules, while what they are for really happens. The times that something must
// last are left out; promtool tests those.

const shipped = readFileSync(new URL('../../deploy/prometheus/rules.yml', import.meta.url), 'utf8')
const alerts = [...shipped.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)

/** What would take a test too long or too much: what a rule says, and what it says here. That which makes it fire is as real. */
const lowered: Record<string, Record<string, string>> = {
  BatonManyConnections: { '> 2500': '> 15' },
  BatonLogReaderLag: { '> 120': '> 10' },
  BatonLogReaderBacklog: { '>= 1000': '>= 3' },
  BatonWebhooksLate: { '> 300': '> 20' },
  BatonDatabaseGrows: { '[1d:10m]': '[1d:2s]', '> 10e9': '> 100e6' },
  BatonWalRetained: { '> 20e9': '> 20e6' },
  BatonTransactionAge: { '> 1e9': '> 1e5' },
  BatonVectorsMissing: { '[1h:1m]': '[5s:1s]', '> 1000': '> 15' },
}
const root = process.getuid?.() === 0
/** Alerts that don't fire here, with the reason. */
const notHere: Record<string, string> = root
  ? {}
  : { BatonFilesFull: 'only root can mount a disk to fill', BatonFilesFilling: 'only root can mount a disk to fill' }

/** The rules without the times that something must last. */
const atOnce = shipped.replaceAll(/^(\s+for:) \S+$/gm, '$1 0s')
function withLowered(rules: string): string {
  const parts = rules.split(/(?=- alert: )/)
  for (const [alert, replaced] of Object.entries(lowered)) {
    const at = parts.findIndex((part) => part.startsWith(`- alert: ${alert}\n`))
    for (const [from, to] of Object.entries(replaced)) {
      if (!parts[at]?.includes(from)) throw new Error(`${alert} doesn't say ${from}: the table of lowered numbers is out of date`)
      parts[at] = parts[at].replace(from, to)
    }
  }
  return parts.join('')
}

let folder: string
let disk: SmallDisk | null
/** A PostgreSQL of its own: the size of the WAL, the connections and the transactions are those of the whole server. */
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>
let database: TcpProxy
let redis: TcpProxy
let baton: Baton
let worker: Program
let ann: Person
let prometheus: Prometheus
let receiver: Receiver
const redisUser = `alerts-${process.pid}`
const redisAdmin = createClient({ url: inject('servers').redisUrl })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-alerts-'))
  disk = root ? await mountSmallDisk() : null
  const taken = join(folder, 'taken')
  await writeFile(taken, 'a file where the folder for files should be')
  postgres = await startOwnPostgres(inject('servers'), { max_connections: '100' })
  const { servers } = postgres
  await redisAdmin.connect()
  await redisAdmin.aclSetUser(redisUser, ['on', '>password', '~*', '&*', '+@all'])
  const [databaseUrl, redisUrl] = [new URL(servers.databaseUrl), new URL(servers.redisUrl)]
  database = await startProxy({ host: databaseUrl.hostname, port: Number(databaseUrl.port) })
  redis = await startProxy({ host: redisUrl.hostname, port: Number(redisUrl.port || 6379) })
  databaseUrl.port = String(database.port)
  Object.assign(redisUrl, { port: String(redis.port), username: redisUser, password: 'password' })
  const settings = {
    FILES_URL: pathToFileURL(disk?.folder ?? taken).href,
    REDIS_URL: redisUrl.href,
    DATABASE_ROOM_GB: '0.15',
    PRIVATE_ADDRESSES: 'allow',
  }
  baton = await startBaton(settings, undefined, { ...servers, databaseUrl: databaseUrl.href })
  receiver = await Receiver.start()
  receiver.answer = () => 500
  const retries = Array.from({ length: 1000 }, () => 1).join()
  worker = await startProgram(baton, 'worker', { WORKER_PORT: '0', PRIVATE_ADDRESSES: 'allow', WEBHOOK_RETRY_SECONDS: retries })
  ann = await personWithProject('ann')
  prometheus = await startPrometheus({ rules: atOnce, targets: targets() })
}, toFetch)
afterAll(async () => {
  await prometheus?.close()
  worker?.stop()
  await baton?.close()
  await receiver?.close()
  await Promise.all([database?.close(), redis?.close()])
  await redisAdmin.aclDelUser(redisUser)
  await redisAdmin.close()
  await postgres?.close()
  await disk?.close()
  await rm(folder, { recursive: true })
})

const targets = (more: Record<string, string[]> = {}) => ({ baton: [baton.url], 'baton-worker': [worker.url], ...more })
async function personWithProject(name: string): Promise<Person> {
  const person = await baton.person(name)
  await person.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  return person
}
async function createTasks(count: number): Promise<void> {
  for (let made = 0; made < count; made += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, more) => ann.do('POST', '/api/tasks', { project: 'web', title: `Task ${made + more}` })),
    )
}
const back = () => waitFor('the database to be back', async () => (await ann.call('GET', '/api/projects')).status === 200)

const seen = new Set<string>()
/** Alerts are given by name, and where other labels matter with the value of one. */
async function fire(...names: string[]): Promise<void> {
  await waitFor(`${names.join(', ')} to fire`, prometheus.firing, (all) => names.every((name) => all.has(name)))
  for (const name of names) seen.add(name.split(' ')[0] ?? '')
}
const quiet = (...names: string[]) =>
  waitFor(`${names.join(', ')} to be quiet`, prometheus.firing, (all) => !names.some((name) => all.has(name)))
/** None of them fires before, and each does because of it. */
async function causes(work: () => Promise<unknown>, ...names: string[]): Promise<void> {
  await quiet(...names)
  await work()
  await fire(...names)
}

test('no alert at all fires on a healthy instance', async () => {
  for (let sent = 0; sent < 20; sent++) await ann.do('GET', '/api/projects')
  const scraped = () => prometheus.value('sum(baton_http_requests_total{door="rest",status="200"})')
  await waitFor('the requests to be scraped', scraped, (count) => count >= 20)
  // Until the first scrape there are no figures, which is one of the alerts.
  await waitFor(
    'the figures to be scraped',
    () => prometheus.value('count(baton_figures_up == 1)'),
    (count) => count === 2,
  )
  await waitFor('no alert to fire', prometheus.firing, (all) => [...all].every((name) => (name.split(' ')[0] ?? '') in notHere))
  await prometheus.use({ rules: withLowered(atOnce), targets: targets() })
})

test('an outage of 60 requests pages, and counts in what is judged over days', async () => {
  const failed = (more: string) => prometheus.value(`sum(baton_http_requests_total{status="503"}) ${more}`)
  const before = await failed('or vector(0)')
  await causes(
    async () => {
      await database.stop()
      for (let sent = 0; sent < 60; sent++) expect((await ann.call('GET', '/api/projects')).status).toBe(503)
    },
    'BatonBudgetBurnsFast',
    'BatonBudgetBurnsSlowly',
    'BatonFiguresMissing',
    'BatonDatabaseConnectionsLost',
  )
  await waitFor(
    '60 of them',
    () => failed(''),
    (count) => count - before === 60,
  )
  await database.start()
  await back()
})

test('a receiver that refuses webhooks is told, and so is what nobody does once the worker is gone', async () => {
  for (let made = 0; made < 6; made++) await ann.do('POST', '/api/webhooks', { url: receiver.url, events: ['task.created'] })
  await causes(() => createTasks(10), 'BatonWebhooksFail')
  await causes(
    async () => {
      worker.stop()
      for (const name of ['bob', 'cleo']) await personWithProject(name)
      await createTasks(20)
      await baton.look(`insert into jobs.job (name, data, start_after)
        select 'purge', '{}', now() - interval '10 minutes' from generate_series(1, 5001)`)
      await baton.look("insert into auth.attempts (kind, key, at) values ('login', 'ann', now() - interval '11 years')")
    },
    'BatonProcessDown',
    'BatonQueueStuck purge',
    'BatonQueueDeep purge',
    'BatonLogReaderLag webhooks',
    'BatonLogReaderBacklog notifications',
    'BatonWebhooksLate',
    'BatonVectorsMissing documents',
    'BatonRetentionBehind attempts',
    'BatonRetentionOldest attempts',
  )
})

test('a process whose clock is wrong is told, and so is a log that a node cannot read while others write it', async () => {
  const live = await LiveClient.connect(ann)
  await live.subscribe({ id: 'web', to: 'project', project: 'web' })
  const { servers } = postgres
  const direct = Object.assign(new URL(servers.databaseUrl), { pathname: `/${baton.database}` }).href
  const ahead = await startProgram(baton, 'serve', { NODE_OPTIONS: clockAhead(2 * 3_600_000), DATABASE_URL: direct })
  try {
    await causes(() => prometheus.use({ rules: withLowered(atOnce), targets: targets({ 'baton-ahead': [ahead.url] }) }), 'BatonClockOff')
    const there = new Person(ahead.url, { user: ann.user, token: ann.token, refresh_token: '' }, ann.password)
    await causes(async () => {
      await database.stop()
      await there.do('POST', '/api/tasks', { project: 'web', title: 'Nobody hears of it' })
    }, 'BatonFollowersLag')
    await database.start()
    await live.until(({ event }) => event?.type === 'task.created')
  } finally {
    ahead.stop()
    await live.close()
  }
  await back()
})

test('calls that wait for a lock, and hold the connections that others wait for, are told', async () => {
  const bea = await personWithProject('bea')
  const holder = await connectAside(baton)
  let held = true
  const load = async (by: Person) => {
    // More than may run and wait, so that the rest is refused.
    while (held) await Promise.all(Array.from({ length: 300 }, () => by.call('GET', '/api/projects')))
  }
  const told = ['BatonPoolExhausted baton_app', 'BatonWorkRefused user transactions']
  await quiet(...told)
  await holder.query('begin')
  await holder.query('lock table projects in access exclusive mode')
  const loads = Promise.all([load(ann), load(bea)])
  try {
    // The outage before may have brought about some of these, which look at five minutes.
    await fire(...told, 'BatonPoolWaits baton_app', 'BatonErrors', 'BatonSlow')
  } finally {
    held = false
    await holder.end()
    await loads
  }
  await back()
})

test('a Redis that refuses commands, and one that is away, are told', async () => {
  await causes(async () => {
    await redisAdmin.aclSetUser(redisUser, ['-publish'])
    await createTasks(400)
  }, 'BatonRedisErrors')
  await redisAdmin.aclSetUser(redisUser, ['+publish'])
  await causes(() => redis.stop(), 'BatonRedisDown')
  await redis.start()
  await quiet('BatonRedisDown')
})

test('mail that nobody takes, and a full disk, are told', async () => {
  const message = { to: 'ann@example.com', subject: 'Code', text: '1', html: '1' }
  await causes(async () => {
    for (let tries = 0; tries < 6; tries++)
      await expect(mailThrough('smtp://127.0.0.1:1', null, 'http://localhost').send(message)).rejects.toThrow('mail server')
  }, 'BatonMailRefused')
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'image/png' }
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const full = ['BatonFilesFull', 'BatonFilesFilling'].filter((name) => !(name in notHere))
  await causes(
    async () => {
      await disk?.fill()
      for (let tries = 0; tries < 6; tries++)
        expect((await fetch(`${baton.url}/api/settings/avatar`, { method: 'POST', headers, body: picture })).status).toBe(503)
    },
    'BatonFileErrors',
    ...full,
  )
})

test('more sockets than a node was measured with are told', async () => {
  const sockets: LiveClient[] = []
  await causes(async () => {
    for (let opened = 0; opened < 16; opened++) sockets.push(await LiveClient.connect(ann))
  }, 'BatonManyConnections')
  await Promise.all(sockets.map((socket) => socket.close()))
})

test('what fills up in PostgreSQL is told: rows, dead rows, WAL that a slot keeps, transactions and connections', async () => {
  const aside = await connectAside(baton)
  await causes(
    async () => {
      await aside.query("select pg_create_physical_replication_slot('nobody', true)")
      await baton.look('create table filling as select n, repeat(md5(n::text), 20) as text from generate_series(1, 200000) n')
      await baton.look('alter table filling set (autovacuum_enabled = false)')
      await baton.look('delete from filling where n <= 150000')
    },
    'BatonWalRetained nobody',
    'BatonDatabaseFilling',
    'BatonDatabaseGrows',
    'BatonVacuumBehind filling',
  )
  await causes(
    () => aside.query('do $$ begin for n in 1..100001 loop perform pg_current_xact_id(); commit; end loop; end $$'),
    'BatonTransactionAge',
  )
  const others: (typeof aside)[] = []
  await causes(async () => {
    const left = async () => {
      const [row] = await baton.look<{
        left: number
      }>(`select current_setting('max_connections')::integer * 0.9 - sum(numbackends)::integer as left
        from pg_stat_database`)
      return Number(row?.left)
    }
    while ((await left()) > 0) others.push(await connectAside(baton))
  }, 'BatonServerConnections')
  await Promise.all([aside, ...others].map((one) => one.end()))
})

test('every alert has fired here, or it is said why it cannot', () => {
  expect(alerts.length).toBeGreaterThan(30)
  expect(alerts.filter((name) => !seen.has(name) && !(name in notHere))).toEqual([])
  expect(Object.keys(notHere).filter((name) => seen.has(name) || !alerts.includes(name))).toEqual([])
})
