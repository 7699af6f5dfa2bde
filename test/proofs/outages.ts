import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { startEndpoint } from '../embeddings/endpoint-server.ts'
import type { Baton } from '../harness.ts'
import { startMailServer } from '../mail-server.ts'
import { Person, send } from '../person.ts'
import { startProxy, type TcpProxy } from '../tcp-proxy.ts'
import { Load, percentile } from './outage-load.ts'
import { startProgram } from './programs.ts'

interface Size {
  /** How long each thing is away, and is watched before and after. */
  seconds: number
  /** How many times its quiet 99th percentile a call may take while something it does not need is away; null: only told. */
  slowdown: number | null
}

type Fault = 'stopped' | 'frozen' | 'garbled'
const faults: readonly Fault[] = ['stopped', 'frozen', 'garbled']

async function fail(proxy: TcpProxy, fault: Fault): Promise<() => Promise<void>> {
  if (fault === 'frozen') {
    proxy.freeze()
    return async () => proxy.thaw()
  }
  if (fault === 'garbled') {
    proxy.garble(true)
    return async () => proxy.garble(false)
  }
  await proxy.stop()
  return () => proxy.start()
}

/** Everything Baton needs goes away in three ways, one after another, under load. */
export const proof = {
  name: 'outages',
  claim: 'whatever goes away, no process of Baton ends, nothing acknowledged is lost or doubled, and all is well 5 s after it is back',
  short: { seconds: 2, slowdown: null } as Size,
  full: { seconds: 15, slowdown: 3 } as Size,

  async run(baton: Baton, { seconds, slowdown }: Size): Promise<Record<string, number>> {
    const stage = await open(baton)
    const { load, outside } = stage
    const figures: Record<string, number> = {}
    try {
      await pause(2000) // what runs for the first time is slow
      const quiet = await stretch(seconds)
      for (const [name, { proxy, recovered }] of Object.entries(outside)) {
        for (const fault of faults) {
          const repair = await fail(proxy, fault)
          const away = await stretch(seconds)
          const ask = await recovered?.before()
          await repair()
          const back = await until(async () => (await stage.healthy()) && (ask === undefined || (await ask())), 20_000)
          worst(figures, `${name}_back_ms`, Math.round(back))
          if (back > 5000) throw new Error(`${name} ${fault}: all was well only after ${Math.round(back)} ms`)
          if (stage.ended.length > 0) throw new Error(`${name} ${fault}: ${stage.ended.join(', ')} ended`)
          const during = load.between(...away)
          if (name === 'postgres') checkRefusals(during, figures, fault)
          else checkOthers(load.between(...quiet), during, slowdown, figures, `${name} ${fault}`)
        }
      }
      await load.stop()
      return { ...figures, ...(await count(baton, load)) }
    } finally {
      await stage.close()
    }
  },
}

interface Outside {
  proxy: TcpProxy
  /** What was asked for while it was away, and whether it has happened since. */
  recovered?: { before(): Promise<() => Promise<boolean>> }
}

async function open(baton: Baton) {
  const mails = await startMailServer()
  const endpoint = await startEndpoint()
  let received = 0
  const receiver = createServer((_, response) => {
    received++
    response.end('ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const to = (url: string) => startProxy({ host: '127.0.0.1', port: Number(new URL(url).port) })
  const [postgres, redis, smtp, embeddings, webhook] = await Promise.all([
    to(baton.config.DATABASE_URL),
    to(baton.config.REDIS_URL),
    to(mails.url),
    to(endpoint.url),
    startProxy({ host: '127.0.0.1', port: (receiver.address() as AddressInfo).port }),
  ])
  const through = (url: string, { port }: TcpProxy) => Object.assign(new URL(url), { port: String(port) }).href.replace(/\/$/, '')
  const settings = {
    DATABASE_URL: through(baton.config.DATABASE_URL, postgres),
    REDIS_URL: through(baton.config.REDIS_URL, redis),
    MAIL_URL: through(mails.url, smtp),
    EMBEDDINGS_URL: through(endpoint.url, embeddings),
    EMBEDDINGS_KEY: 'sk-secret-key',
    EMBEDDINGS_MODEL: 'letters',
    PRIVATE_ADDRESSES: 'allow',
    WEBHOOK_TIMEOUT_SECONDS: '2',
    WEBHOOK_RETRY_SECONDS: Array.from({ length: 100 }, () => 1).join(),
    REGISTRATIONS_PER_HOUR: '100000',
  }
  const ended: string[] = []
  const start = async (name: 'serve' | 'worker') => {
    const program = await startProgram(baton, name, settings)
    program.process.removeAllListeners('exit')
    program.process.on('exit', (code) => void ended.push(`${name} (${code})`))
    return program
  }
  const [server, worker] = [await start('serve'), await start('worker')]
  // The webhook's maker must have proven an address where mail is on, so an administrator's own account serves.
  const people = await Promise.all([1, 2, 3, 4].map((number) => Person.register(server.url, `outage-${number}-${Date.now() % 1e6}`)))
  for (const { user } of people) await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [user.id])
  for (const person of people) await person.do('POST', '/api/projects', { name: 'Outage', slug: 'outage' })
  const [first] = people as [Person, ...Person[]]
  await first.do('POST', '/api/webhooks', { url: `http://127.0.0.1:${webhook.port}/`, events: ['task.created'] })
  const load = await Load.start(server.url, people)
  const healthy = async () =>
    (
      await Promise.all([
        first.call('GET', '/api/tasks?project=outage').catch(() => null),
        send(server.url, 'GET', '/health').catch(() => null),
      ])
    ).every((answer) => answer?.status === 200 && answer.body.status !== 'degraded')
  const outside: Record<string, Outside> = {
    postgres: { proxy: postgres },
    redis: { proxy: redis },
    smtp: {
      proxy: smtp,
      recovered: {
        async before() {
          const email = `outage-${Date.now()}@example.com`
          await Person.register(server.url, email.slice(0, -'@example.com'.length))
          return async () => (await mails.to(email)).length > 0
        },
      },
    },
    embeddings: { proxy: embeddings },
    webhook: {
      proxy: webhook,
      recovered: {
        async before() {
          const before = received
          return async () => received > before
        },
      },
    },
  }
  return {
    load,
    outside,
    ended,
    healthy,
    async close() {
      await load.stop()
      for (const program of [server, worker]) {
        program.process.removeAllListeners('exit')
        program.stop()
      }
      for (const { proxy } of Object.values(outside)) await proxy.close()
      await Promise.all([mails.close(), endpoint.close()])
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

/** Lets some time pass; what was called in it is known once the last of it is answered. */
async function stretch(seconds: number): Promise<[from: number, to: number]> {
  const from = performance.now()
  await pause(seconds * 1000)
  return [from, performance.now()]
}

const worst = (figures: Record<string, number>, name: string, value: number): void =>
  void (figures[name] = Math.max(figures[name] ?? 0, value))

async function until(done: () => Promise<boolean>, most: number): Promise<number> {
  const from = performance.now()
  while (performance.now() - from < most) {
    if (await done()) break
    await pause(50)
  }
  return performance.now() - from
}

type Calls = ReturnType<Load['between']>

/** While PostgreSQL is away everything is refused, and soon. */
function checkRefusals(calls: Calls, figures: Record<string, number>, fault: Fault): void {
  const slowest = Math.max(...calls.map(({ ms }) => ms))
  worst(figures, 'postgres_slowest_ms', Math.round(slowest))
  const odd = calls.filter(({ status }) => status !== 503 && status !== 200 && status !== 201)
  if (odd.length > 0) throw new Error(`postgres ${fault}: answers ${[...new Set(odd.map(({ status }) => status))].join(', ')}`)
  if (slowest > 3000) throw new Error(`postgres ${fault}: a call took ${Math.round(slowest)} ms`)
}

/** While anything else is away, what does not need it goes on. */
function checkOthers(quiet: Calls, calls: Calls, most: number | null, figures: Record<string, number>, name: string): void {
  const failed = calls.filter(({ status }) => status >= 500 || status === 0)
  if (failed.length > 0)
    throw new Error(`${name}: ${failed.length} calls of ${calls.length} failed (${failed[0]?.kind} ${failed[0]?.status})`)
  for (const kind of ['create', 'list', 'login']) {
    const p99 = (of: Calls) =>
      percentile(
        of.filter((call) => call.kind === kind).map(({ ms }) => ms),
        0.99,
      )
    const ratio = p99(calls) / p99(quiet)
    worst(figures, `${name.split(' ')[0]}_p99_ratio`, Math.round(ratio * 100) / 100)
    if (most !== null && ratio > most)
      throw new Error(`${name}: the 99th percentile of ${kind} is ${ratio.toFixed(1)} times its quiet value`)
  }
}

async function count(baton: Baton, { acknowledged, calls }: Load) {
  const rows = await baton.look<{ title: string; count: number }>(
    "select title, count(*)::integer as count from work_items where title like 'written %' group by title, org_id",
  )
  const counts = new Map(rows.map(({ title, count: found }) => [title, found]))
  const lost = [...acknowledged].filter((title) => !counts.has(title)).length
  const doubled = rows.filter(({ count: found }) => found > 1).length
  if (lost + doubled > 0) throw new Error(`${lost} acknowledged writes lost, ${doubled} doubled`)
  return { calls: calls.length, acknowledged: acknowledged.size, lost, doubled }
}
