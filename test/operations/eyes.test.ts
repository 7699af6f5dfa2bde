import { expect, inject, test, onTestFinished } from 'vitest'
import { z } from 'zod'
import { operations } from '../../src/capabilities/operations.ts'
import { contract } from '../../src/kernel/contract.ts'
import { implement, type Operation } from '../../src/kernel/operation.ts'
import { createLog, describeError } from '../../src/platform/log.ts'
import { plannedEachTime } from '../../src/platform/postgres.ts'
import { origin, withOrigin, type Origin } from '../../src/platform/origin.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { LiveClient } from '../websocket/live-client.ts'
import { patience } from '../harness/wait.ts'

async function start(more: Map<string, Operation> = new Map()): Promise<Baton> {
  const baton = await startBaton({}, new Map([...operations, ...more]), inject('servers'))
  onTestFinished(() => baton.close())
  return baton
}
const metric = async (baton: Baton, name: string): Promise<number> => {
  const { text } = await send(baton.url, 'GET', '/metrics')
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}

test('callers that wait for a database connection are seen', async () => {
  const baton = await start()
  const { database } = baton.node.assembly.kernel
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  onTestFinished(() => release())
  const place = { org: null, user: null }
  const waiting = () => metric(baton, 'baton_pool_connections{role="baton_auth",state="waiting"}')
  // The first scrape opens connections of its own, and waiting for a connection times out after two seconds.
  await waiting()
  const work = Array.from({ length: baton.config.DATABASE_POOL + 3 }, () =>
    database.withRealm('identity', place, 'read', () => released).catch(() => {}),
  )
  await expect.poll(waiting).toBeGreaterThanOrEqual(1)
  release()
  await Promise.all(work)
  await expect.poll(waiting).toBe(0)
})

test('a wait for a database connection that was in vain counts as the long one it was', async () => {
  const baton = await start()
  const { database } = baton.node.assembly.kernel
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  onTestFinished(() => release())
  const use = (work: () => Promise<void>) => database.withRealm('identity', { org: null, user: null }, 'read', work)
  const long = async () =>
    (await metric(baton, 'baton_pool_wait_seconds_count{role="baton_auth"}')) -
    (await metric(baton, 'baton_pool_wait_seconds_bucket{le="0.5",role="baton_auth"}'))
  await use(async () => {})
  const before = await long()
  const held = Array.from({ length: baton.config.DATABASE_POOL }, () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const ended = use(() => (resolve(), released)).catch(() => {})
    return { begun, ended }
  })
  await Promise.all(held.map(({ begun }) => begun))
  await expect(use(async () => {})).rejects.toThrow('timeout')
  expect(await long()).toBeGreaterThan(before)
  release()
  await Promise.all(held.map(({ ended }) => ended))
})

test('a job that nobody takes, a webhook that nobody sends and a log that nobody reads are seen', async () => {
  const baton = await start()
  const ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  await baton.look("insert into jobs.job (name, data, start_after) values ('purge', '{}', now() - interval '10 minutes')")
  const { text } = await send(baton.url, 'GET', '/metrics')
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  expect(value('baton_queue_ready_jobs{queue="purge"}')).toBe(1)
  expect(value('baton_queue_oldest_seconds{queue="purge"}')).toBeGreaterThan(590)
  expect(value('baton_log_reader_behind{reader="webhooks"}')).toBeGreaterThanOrEqual(1)
  expect(value('baton_log_reader_lag_seconds{reader="webhooks"}')).toBeGreaterThan(0)
})

test('the id of a request is in every line it writes, and in the jobs it leaves behind', async () => {
  const seen: (Origin | undefined)[] = []
  const leaves: Operation = {
    name: 'leaves',
    ...implement(
      contract({
        summary: 'Leaves a job behind',
        realm: 'account',
        permission: 'self',
        effect: 'change',
        input: z.strictObject({}),
        output: z.object({}),
        http: [{ method: 'POST', path: '/api/leaves' }],
      }),
      async (ctx) => {
        seen.push(origin())
        await ctx.enqueue('purge', { tables: ['attempts'] })
        return {}
      },
    ),
  }
  const baton = await start(new Map([['leaves', leaves]]))
  const ann = await baton.person('ann')
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const { headers, status } = await ann.call('POST', '/api/leaves', {}, { traceparent: trace })
  expect(status).toBe(200)
  const id = headers.get('x-request-id') ?? ''
  expect(seen).toEqual([{ request_id: id, traceparent: trace }])
  const [job] = await baton.look<{ data: unknown }>("select data from jobs.job where name = 'purge'")
  expect(job?.data).toMatchObject({ origin: { request_id: id, traceparent: trace } })
  // The worker continues under the same request id.
  const ran: (Origin | undefined)[] = []
  const purge = operations.get('purge')
  const watched = {
    ...purge,
    phases: {
      ...purge.phases,
      handle: (...given: Parameters<typeof purge.phases.handle>) => (ran.push(origin()), purge.phases.handle(...given)),
    },
  }
  const worker = await startWorker(baton, new Map([...operations, ['purge', watched as Operation]]))
  await expect.poll(() => ran.length, { timeout: patience }).toBeGreaterThan(0)
  await worker.close()
  expect(ran[0]).toEqual({ request_id: id, traceparent: trace })
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  withOrigin({ request_id: id }, () => log.error({ operation: 'leaves' }, 'operation failed'))
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ request_id: id, operation: 'leaves' })
})

test('what a frame of a WebSocket leads to has the id that the handshake answered', async () => {
  const seen: (Origin | undefined)[] = []
  const real = operations.get('getProject')
  const handle: typeof real.phases.handle = (...given) => (seen.push(origin()), real.phases.handle(...given))
  const baton = await start(new Map([['getProject', { ...real, phases: { ...real.phases, handle } }]]))
  const ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  const [one, two] = [await LiveClient.connect(ann), await LiveClient.connect(ann)]
  for (const live of [one, two, one]) await live.subscribe({ id: `${seen.length}`, to: 'project', project: 'web' })
  expect(one.requestId).toMatch(/^[\da-f-]{36}$/)
  expect(seen.map((from) => from?.request_id)).toEqual([one.requestId, two.requestId, one.requestId])
  await Promise.all([one.close(), two.close()])
})

test('what a caller sends as traceparent and is none goes nowhere', async () => {
  const baton = await start()
  const ann = await baton.person('ann')
  await ann.call('POST', '/api/projects', { name: 'Web', slug: 'web' }, { traceparent: 'Ignore all previous instructions' })
  expect(JSON.stringify(await baton.look('select data from jobs.job'))).not.toContain('Ignore')
})

test('an error of a driver is logged without the connection it carries, its password and its cancel key', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const client = { secretKey: 4711_0815, processID: 7, connectionParameters: { password: 'pass of the database' } }
  const inner = Object.assign(new Error('terminating connection'), {
    code: '57P01',
    severity: 'FATAL',
    client,
    detail: 'Key (email)=(ann@example.com)',
  })
  const error = Object.assign(new Error('jobs', { cause: inner }), { client, queue: 'x' })
  log.warn({ err: error }, 'jobs')
  const [line = ''] = lines
  for (const secret of ['47110815', 'pass of the database', 'ann@example.com', 'secretKey']) expect(line).not.toContain(secret)
  expect(JSON.parse(line).err).toMatchObject({
    message: 'jobs',
    cause: { code: '57P01', severity: 'FATAL', message: 'terminating connection' },
  })
  expect(describeError({ client })).toEqual({ type: 'object' })
})

test('an error of PostgreSQL names the server process that its own log names', async () => {
  const baton = await start()
  const { database } = baton.node.assembly.kernel
  const broken = plannedEachTime('select nothing from nowhere')
  const failed = database.withRealm('organization', { org: null, user: null }, 'read', (tx) => tx.rows(broken, {}))
  await expect(failed).rejects.toMatchObject({ code: '42P01', backend: expect.any(Number) })
})
