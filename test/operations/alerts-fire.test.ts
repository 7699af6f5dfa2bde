import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mailThrough } from '../../src/platform/mail.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'
import { startProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { waitFor } from '../harness/wait.ts'
import { freePort } from '../identity/oauth-server/baton-at.ts'

// A real Prometheus scrapes a real Baton and evaluates the shipped rules, while what they are for really happens. Only the times that something
// must last are left out; promtool tests those.

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const toFetch = 300_000

let folder: string
let database: TcpProxy
let redis: TcpProxy
let baton: Baton
let ann: Person
let prometheus: { url: string; stop(): Promise<void> }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-alerts-'))
  const servers = inject('servers')
  const [databaseUrl, redisUrl] = [new URL(servers.databaseUrl), new URL(servers.redisUrl)]
  database = await startProxy({ host: databaseUrl.hostname, port: Number(databaseUrl.port) })
  redis = await startProxy({ host: redisUrl.hostname, port: Number(redisUrl.port || 6379) })
  databaseUrl.port = String(database.port)
  redisUrl.port = String(redis.port)
  const taken = join(folder, 'taken')
  await writeFile(taken, 'a file where the folder for files should be')
  const settings = { FILES_URL: pathToFileURL(taken).href, REDIS_URL: redisUrl.href }
  baton = await startBaton(settings, undefined, { ...servers, databaseUrl: databaseUrl.href })
  ann = await baton.person()
  prometheus = await startPrometheus(baton.url)
}, toFetch)
afterAll(async () => {
  await prometheus.stop()
  await baton.close()
  await Promise.all([database.close(), redis.close()])
  await rm(folder, { recursive: true })
})

async function startPrometheus(target: string) {
  const rules = await readFile(at('deploy/prometheus/rules.yml'), 'utf8')
  await writeFile(join(folder, 'rules.yml'), rules.replaceAll(/^(\s+for:) \S+$/gm, '$1 0s'))
  const config = `global: { scrape_interval: 2s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs: [{ job_name: baton, static_configs: [{ targets: ['${new URL(target).host}'] }] }]
`
  await writeFile(join(folder, 'prometheus.yml'), config)
  const listen = `127.0.0.1:${await freePort()}`
  const options = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const child = spawn(at('scripts/debian-13.sh'), ['prometheus', ...options, `--web.listen-address=${listen}`], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://${listen}`
  const ready = async () => {
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`)
    return (await fetch(`${url}/-/ready`).catch(() => null))?.ok ?? false
  }
  await waitFor('prometheus to answer', ready, Boolean, toFetch)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const value = async (query: string): Promise<number> => {
  const { body } = await send(prometheus.url, 'GET', `/api/v1/query?query=${encodeURIComponent(query)}`)
  return Number(body.data.result[0]?.value[1])
}
async function firing(): Promise<Set<string>> {
  const { body } = await send(prometheus.url, 'GET', '/api/v1/alerts')
  return new Set(body.data.alerts.filter(({ state }: { state: string }) => state === 'firing').map(({ labels }: any) => labels.alertname))
}
const fires = (...names: string[]) => waitFor(`${names.join(', ')} to fire`, firing, (all) => names.every((name) => all.has(name)))

const outage = ['BatonBudgetBurnsFast', 'BatonFiguresMissing', 'BatonDatabaseConnectionsLost']
const others = ['BatonFileErrors', 'BatonMailRefused', 'BatonQueueStuck', 'BatonRedisDown']

test('no alert at all fires on a healthy instance', async () => {
  for (let sent = 0; sent < 20; sent++) await ann.do('GET', '/api/projects')
  await waitFor(
    'the requests to be scraped',
    () => value('sum(baton_http_requests_total{door="rest",status="200"})'),
    (count) => count >= 20,
  )
  // Until the first scrape there are no figures, which is one of the alerts.
  await waitFor('the figures to be scraped', () => value('max(baton_figures_up)'), Boolean)
  await waitFor('no alert to fire', firing, (all) => all.size === 0)
})

test('an outage of 60 requests pages', async () => {
  const before = await value('sum(baton_http_requests_total{status="503"}) or vector(0)')
  await database.stop()
  for (let sent = 0; sent < 60; sent++) expect((await ann.call('GET', '/api/projects')).status).toBe(503)
  await fires(...outage)
  await waitFor(
    '60 of them',
    () => value('sum(baton_http_requests_total{status="503"})'),
    (count) => count - before === 60,
  )
  await database.start()
  await waitFor('the database to be back', async () => (await ann.call('GET', '/api/projects')).status === 200)
})

test('files that cannot be stored, mail that nobody takes, a job that nobody does and a Redis that is away are told', async () => {
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'image/png' }
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const message = { to: 'ann@example.com', subject: 'Code', text: '1', html: '1' }
  for (let tries = 0; tries < 6; tries++) {
    expect((await fetch(`${baton.url}/api/settings/avatar`, { method: 'POST', headers, body: picture })).status).toBe(503)
    await expect(mailThrough('smtp://127.0.0.1:1', null, 'http://localhost').send(message)).rejects.toThrow('mail server')
  }
  await baton.look("insert into jobs.job (name, data, start_after) values ('purge', '{}', now() - interval '10 minutes')")
  await redis.stop()
  await fires(...others)
  await redis.start()
})
