import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { createEmulator } from 'emulate'
import { startEndpoint } from '../../embeddings/endpoint-server.ts'
import type { Baton } from '../../harness/baton.ts'
import { freePort, startMailServer } from '../../harness/mail-server.ts'
import { Person, send } from '../../harness/person.ts'
import { startProxy, type TcpProxy } from '../../harness/tcp-proxy.ts'
import { startProgram } from '../programs.ts'
import { kinds, Load, type Kind } from './load.ts'
import { startNameServer } from './name-server.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

export const faults = ['stopped', 'frozen', 'garbled'] as const
export type Fault = (typeof faults)[number] | 'full'

const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }

/** An external dependency of Baton. */
export interface Outside {
  faults: readonly Fault[]
  /** Breaks it, and returns a function that repairs it. */
  fail(fault: Fault): Promise<() => Promise<void>>
  /** The calls that can't succeed without it. */
  needed: readonly Kind[]
  /** Requests something while it is away, and returns a check whether that has happened since. */
  left?(): Promise<() => Promise<boolean>>
}

/** A complete Baton under load, with every dependency behind something that can fail. Breaking DNS and disks requires root. */
export async function openStage(baton: Baton) {
  const root = process.getuid?.() === 0
  // A database server that was already running may be on another machine.
  const ownDatabase = root && !process.env['DATABASE_URL']
  const closing: (() => unknown)[] = []
  const opened = <T>(thing: T, close: (thing: T) => unknown): T => {
    closing.unshift(() => close(thing))
    return thing
  }
  const mails = opened(await startMailServer(), (server) => server.close())
  const endpoint = opened(await startEndpoint(), (server) => server.close())
  const s3 = opened(
    await createEmulator({ service: 'aws', port: await freePort(), seed: { aws: { s3: { buckets: [{ name: 'files' }] } } } }),
    (server) => server.close(),
  )
  let received = 0
  const receiver = opened(
    createServer((_, response) => {
      received++
      response.end('ok')
    }),
    (server) => (server.closeAllConnections(), server.close()),
  )
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const behind = async (port: number) => opened(await startProxy({ host: '127.0.0.1', port }), (proxy) => proxy.close())
  const to = (url: string) => behind(Number(new URL(url).port))
  const postgres = await to(baton.config.DATABASE_URL)
  const redis = await to(baton.config.REDIS_URL)
  const smtp = await to(mails.url)
  const embeddings = await to(endpoint.url)
  const bucket = await to(s3.url)
  const webhook = await behind((receiver.address() as AddressInfo).port)

  const names = root ? opened(await startNameServer(), (server) => server.stop()) : null
  const folder = opened(await mkdtemp(join(tmpdir(), 'baton-outages-')), (path) => rm(path, { recursive: true }))
  const resolvConf = names ? join(folder, 'resolv.conf') : undefined
  if (names && resolvConf) await writeFile(resolvConf, `nameserver ${names.address}\n`)
  const through = (url: string, { port }: TcpProxy, name: string) => {
    const hostname = names ? `${name}.outage.test` : '127.0.0.1'
    return Object.assign(new URL(url), { hostname, port: String(port) }).href.replace(/\/$/, '')
  }
  const settings = {
    DATABASE_URL: through(baton.config.DATABASE_URL, postgres, 'postgres'),
    REDIS_URL: through(baton.config.REDIS_URL, redis, 'redis'),
    MAIL_URL: through(mails.url, smtp, 'smtp'),
    EMBEDDINGS_URL: through(endpoint.url, embeddings, 'embeddings'),
    EMBEDDINGS_KEY: 'sk-secret-key',
    EMBEDDINGS_MODEL: 'letters',
    FILES_URL: `s3://files/baton?endpoint=${encodeURIComponent(through(s3.url, bucket, 's3'))}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    PRIVATE_ADDRESSES: 'allow',
    WEBHOOK_TIMEOUT_SECONDS: '2',
    WEBHOOK_RETRY_SECONDS: Array.from({ length: 100 }, () => 1).join(),
    REGISTRATIONS_PER_HOUR: '100000',
  }
  const ended: string[] = []
  const start = async (name: 'serve' | 'worker', more: Record<string, string> = {}) => {
    const program = await startProgram(baton, name, { ...settings, ...more }, resolvConf)
    program.process.removeAllListeners('exit')
    program.process.on('exit', (code) => void ended.push(`${name} (${code})`))
    return opened(program, ({ stop }) => {
      program.process.removeAllListeners('exit')
      stop()
    })
  }
  const disk = root ? opened(await mountSmallDisk(), (mounted) => mounted.close()) : null
  const [server, other] = await Promise.all([
    start('serve'),
    disk && start('serve', { FILES_URL: pathToFileURL(disk.folder).href }),
    start('worker'),
  ])
  const people = await Promise.all([1, 2, 3, 4].map((number) => Person.register(server.url, `outage-${number}-${Date.now() % 1e6}`)))
  // With mail turned on, creating a webhook requires a proven address.
  for (const { user } of people) await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [user.id])
  for (const person of people) await person.do('POST', '/api/projects', { name: 'Outage', slug: 'outage' })
  const [first] = people as [Person, ...Person[]]
  const task = await first.do('POST', '/api/tasks', { project: 'outage', title: 'Carries files' })
  await first.do('POST', '/api/webhooks', { url: through('http://127.0.0.1/', webhook, 'webhook'), events: ['task.created'] })

  const load = opened(new Load(), (running) => running.stop())
  for (const person of people) load.work(server.url, person)
  load.ask(server.url)
  load.attach(server.url, first, task.key, 'upload', 'download')

  const proxied = (proxy: TcpProxy, needed: readonly Kind[], left?: Outside['left']): Outside => ({
    faults,
    fail: (fault) => breakProxy(proxy, fault),
    needed,
    ...(left && { left }),
  })
  const outside: Record<string, Outside> = {
    postgres: proxied(postgres, kinds.slice(0, -1)),
    redis: proxied(redis, []),
    smtp: proxied(smtp, [], async () => {
      const name = `outage-${Date.now()}`
      await Person.register(server.url, name)
      return async () => (await mails.to(`${name}@example.com`)).length > 0
    }),
    embeddings: proxied(embeddings, []),
    webhook: proxied(webhook, [], async () => {
      const before = received
      return async () => received > before
    }),
    s3: proxied(bucket, ['upload', 'download']),
  }
  if (names) {
    outside['dns'] = {
      faults,
      // Existing connections continue to work.
      needed: ['upload', 'download'],
      async fail(fault) {
        if (fault === 'stopped') await names.stop()
        names.freeze(fault === 'frozen')
        names.garble(fault === 'garbled')
        return async () => {
          names.freeze(false)
          names.garble(false)
          if (fault === 'stopped') await names.start()
        }
      },
      left: outside['webhook']?.left,
    }
  }
  const full = (disk: SmallDisk, needed: readonly Kind[]): Outside => ({
    faults: ['full'],
    needed,
    async fail() {
      await disk.fill()
      return () => disk.free()
    },
  })
  if (disk && other) {
    load.attach(other.url, first, task.key, 'upload to disk', 'download from disk')
    outside['disk'] = full(disk, ['upload to disk'])
  }
  if (ownDatabase) {
    const small = opened(await moveTable(baton), ({ close }) => close())
    outside['database_disk'] = full(small.disk, ['create'])
  }
  const healthy = async () => {
    const { status, body } = await send(server.url, 'GET', '/health').catch(() => ({ status: 0, body: {} as { status?: string } }))
    return status === 200 && body.status !== 'degraded'
  }
  return {
    load,
    outside,
    ended,
    healthy,
    /** The names of all stored files. */
    async stored(): Promise<Set<string>> {
      const client = new S3Client({ endpoint: s3.url, region: 'us-east-1', forcePathStyle: true, credentials })
      const found = new Set(disk ? await readdir(disk.folder) : [])
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: 'files' }))
        for (const { Key = '' } of Contents) found.add(basename(Key))
      return found
    },
    async close() {
      await load.stop()
      for (const close of closing) await close()
    },
  }
}

async function breakProxy(proxy: TcpProxy, fault: Fault): Promise<() => Promise<void>> {
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

/** Moves the table of tasks to a small disk until `close`. */
async function moveTable(baton: Baton) {
  const disk = await mountSmallDisk('postgres:')
  const space = `small_${baton.database}`
  await baton.look(`create tablespace ${space} location '${disk.folder}'`)
  await baton.look(`alter table work_items set tablespace ${space}`)
  // Otherwise the space of deleted rows would be reused before the full disk is noticed.
  await baton.look('alter table work_items set (autovacuum_enabled = false)')
  const close = async () => {
    await disk.free()
    await baton.look('alter table work_items set tablespace pg_default')
    await baton.look(`drop tablespace ${space}`)
    await disk.close()
  }
  return { disk, close }
}
