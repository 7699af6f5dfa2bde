import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'
import { waitFor } from '../harness/wait.ts'

const script = fileURLToPath(new URL('../../src/main/serve.ts', import.meta.url))
const healthCheck = fileURLToPath(new URL('../../src/main/check-health.ts', import.meta.url))
let baton: Baton
const children: ChildProcess[] = []

beforeAll(async () => void (baton = await startBaton()))
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await baton.close()
})

interface Serving {
  url: string
  child: ChildProcess
  /** Everything it has written so far. */
  output(): string
}

/** The server as it is started in production, on the test's database. */
async function serve(env: Record<string, string> = {}): Promise<Serving> {
  const { DATABASE_URL, DATABASE_KEY, REDIS_URL, REDIS_PREFIX, SECRET_KEY } = baton.config
  const settings = { DATABASE_URL, DATABASE_KEY, REDIS_URL, REDIS_PREFIX, SECRET_KEY: SECRET_KEY.join(','), PORT: '0', LOG_LEVEL: 'trace' }
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'] ?? '', ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let written = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      written += chunk.toString()
      const address = written.match(/listening at (\S+)/)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => reject(new Error(written)))
  })
  return { url, child, output: () => written }
}

/** The status of the image's health check, for which a process that isn't ready is well. */
const checkHealth = (url: string): Promise<number | null> =>
  ended(spawn(process.execPath, [healthCheck, new URL(url).port], { stdio: 'ignore' }))

const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.once('exit', resolve))

test('no password, token or query is ever in the log', async () => {
  const { url, child, output } = await serve()
  const ann = await Person.register(url, 'logged-ann')
  const { token } = await ann.mcpToken()
  await ann.do('GET', '/api/tasks?label=query-that-must-not-be-logged')
  await send(url, 'POST', '/api/auth/login', { email: ann.user.email, password: 'a wrong password' })
  await send(url, 'POST', '/api/auth/refresh', { refresh_token: ann.refreshToken })
  await send(url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${token}` })
  await send(url, 'GET', '/api/nothing/secret-path?token=query-that-must-not-be-logged')
  await ann.call('POST', '/api/projects', { name: 'x'.repeat(500) })
  child.kill('SIGTERM')
  await ended(child)
  const lines = output()
  expect(lines).toContain('"route":"/api/auth/login"')
  const secrets = [
    ann.password,
    ann.token,
    ann.refreshToken,
    token,
    'a wrong password',
    'query-that-must-not-be-logged',
    'secret-path',
    baton.config.DATABASE_KEY,
  ]
  for (const secret of secrets) expect(lines).not.toContain(secret)
})

test('every log line of a request is JSON with its id, route, status and time', async () => {
  const { url, child, output } = await serve()
  const { headers } = await send(url, 'GET', '/health')
  child.kill('SIGTERM')
  await ended(child)
  const entries = output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const entry = entries.find((one) => one.request_id === headers.get('x-request-id'))
  expect(entry).toMatchObject({ service: 'baton', method: 'GET', route: '/health', status: 200, ms: expect.any(Number) })
})

test('on SIGTERM the process ends well by itself', async () => {
  const { url, child } = await serve()
  await send(url, 'GET', '/health')
  const exit = ended(child)
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  await expect(send(url, 'GET', '/health')).rejects.toThrow()
})

test('a wrong configuration ends the process at once and says what to set', async () => {
  await expect(serve({ SECRET_KEY: '', REDIS_URL: 'http://nowhere' })).rejects.toThrow(/REDIS_URL: must look like redis:.*[^]*SECRET_KEY/)
})

test('told to stop, a server is not ready at once and goes on serving for DRAIN_SECONDS', async () => {
  const { url, child } = await serve({ DRAIN_SECONDS: '300' })
  child.kill('SIGTERM')
  await waitFor('it to be not ready', async () => (await send(url, 'GET', '/health/ready')).status === 503)
  expect((await send(url, 'GET', '/health/ready')).body).toMatchObject({ status: 'not ready', draining: true })
  expect((await send(url, 'GET', '/health')).status).toBe(200)
  expect(await checkHealth(url)).toBe(0)
  const exit = ended(child)
  child.kill('SIGKILL')
  await exit
  expect(await checkHealth(url)).toBe(1)
})
