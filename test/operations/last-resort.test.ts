import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleUrl } from '../../src/platform/database-login.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { until } from '../machines/machines.ts'

// What happens to a process when an error reaches nobody: real processes, in which a signal causes one.

const key = 'a key of the separate process of this test'
const faulty = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => { throw new TypeError('thrown by nobody') })
  process.on('SIGHUP', () => void Promise.reject(new TypeError('rejected by nobody')))`)}`
let baton: Baton
const children: ChildProcess[] = []

beforeAll(async () => void (baton = await startBaton({ AUTH_BACKEND_KEY: key })))
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await baton.close()
})

async function start(name: string, env: Record<string, string> = {}) {
  const { DATABASE_URL, DATABASE_KEY, REDIS_URL, REDIS_PREFIX, SECRET_KEY, FILES_URL = '' } = baton.config
  const settings = {
    DATABASE_URL,
    DATABASE_KEY,
    REDIS_URL,
    REDIS_PREFIX,
    SECRET_KEY: SECRET_KEY.join(','),
    FILES_URL,
    PORT: '0',
    LOG_LEVEL: 'fatal',
  }
  const program = fileURLToPath(new URL(`../../src/main/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--import', faulty, program], {
    env: { PATH: process.env['PATH'] ?? '', ...settings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const process_ = { child, said: '', ended: new Promise<number | null>((resolve) => child.once('exit', resolve)) }
  child.stdout.on('data', (data: Buffer) => void (process_.said += data.toString()))
  await until(`${name} to run`, () => /is listening|is taking jobs/.test(process_.said))
  return process_
}

const logged = (said: string) =>
  said
    .split('\n')
    .filter((line) => line.includes('nobody caught'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('the server logs it, is not ready any more, and ends within its five seconds', async () => {
  const server = await start('serve')
  const url = /listening at (\S+)/.exec(server.said)?.[1] ?? ''
  const ready = () =>
    fetch(`${url}/health/ready`).then(
      ({ status }) => status,
      () => null,
    )
  await until('it to be ready', async () => (await ready()) === 200)
  server.child.kill('SIGUSR2')
  const statuses: (number | null)[] = []
  while (statuses.at(-1) !== null) statuses.push(await ready())
  expect(statuses).toContain(503)
  expect(await server.ended).toBe(70)
  expect(logged(server.said)[0]).toMatchObject({ level: 60, err: { type: 'TypeError', message: 'thrown by nobody' } })
})

test('a second such error while it drains ends nothing early', async () => {
  const server = await start('serve')
  server.child.kill('SIGHUP')
  server.child.kill('SIGUSR2')
  expect(await server.ended).toBe(70)
  expect(logged(server.said).map(({ kind }) => kind)).toContain('unhandledRejection')
})

test('so does the worker, and the separate MCP process', async () => {
  const mcp = {
    DATABASE_URL: roleUrl(baton.config, 'baton_app'),
    AUTH_BACKEND_URL: baton.url,
    AUTH_BACKEND_KEY: key,
    SECRET_KEY: 's'.repeat(40),
  }
  for (const [name, env] of [
    ['worker', {}],
    ['mcp', mcp],
  ] as const) {
    const one = await start(name, env)
    one.child.kill('SIGHUP')
    expect(await one.ended).toBe(70)
    expect(logged(one.said)[0]).toMatchObject({ kind: 'unhandledRejection', err: { message: 'rejected by nobody' } })
  }
})
