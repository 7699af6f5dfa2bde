import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { operations } from '../src/capabilities/operations.ts'
import { migrate } from '../src/platform/migrations.ts'
import { bootstrap } from '../src/platform/provision.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export type Settings = Record<string, string>

/** A fresh database on the real servers, and the environment a process needs to use it. */
export async function prepareStage(): Promise<{ settings: Settings; admin: string; remove(): Promise<void> }> {
  const services = `${root}scripts/services.sh`
  execFileSync(services, ['start'], { stdio: 'ignore' })
  const lines = execFileSync(services, ['env'], { encoding: 'utf8' }).trim().split('\n')
  const env: Settings = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
  const name = `baton_bench_${process.pid}`
  const at = (text: string) => Object.assign(new URL(text), { pathname: `/${name}` }).href
  const settings: Settings = {
    NODE_ENV: 'production',
    APP_URL: 'http://localhost:4000',
    DATABASE_URL: at(env['DATABASE_URL'] ?? ''),
    DATABASE_KEY: env['DATABASE_KEY'] ?? '',
    REDIS_URL: env['REDIS_URL'] ?? '',
    REDIS_PREFIX: name,
    SECRET_KEY: env['SECRET_KEY'] ?? '',
    LOG_LEVEL: 'warn',
    // The cost of embedding a question is measured separately.
    EMBEDDINGS: 'off',
    REGISTRATIONS_PER_HOUR: '1000',
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
  }
  const target = { DATABASE_URL: settings['DATABASE_URL'] ?? '', DATABASE_KEY: settings['DATABASE_KEY'] ?? '' }
  const adminUrl = env['DATABASE_ADMIN_URL'] ?? ''
  await bootstrap(adminUrl, target)
  await migrate(
    target,
    [...operations.values()].filter(({ contract }) => contract.job).map((operation) => operation.name),
  )
  const remove = async () => {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
  return { settings, admin: at(adminUrl), remove }
}

/** Starts one of our programs on a free port and waits until it prints its URL. */
export function startProgram(path: string, settings: Settings): Promise<{ url: string; process: ChildProcess }> {
  const flags = process.env['BENCH_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] : []
  const child = spawn(process.execPath, [...flags, root + path], {
    env: { PATH: process.env['PATH'] ?? '', ...settings, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      const url = chunk.toString().match(/http:\/\/[^\s]+/)?.[0]
      if (url) resolve({ url, process: child })
    })
  })
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.removeAllListeners('exit')
  child.once('exit', () => {})
  child.kill('SIGTERM')
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000))])
}
