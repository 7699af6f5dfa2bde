import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { secretIn, startMailServer, type MailServer } from '../harness/mail-server.ts'
import { Person, send } from '../harness/person.ts'

let baton: Baton
let mails: MailServer
const children: ChildProcess[] = []
let logs = ''

/** The real server or worker; everything it logs is recorded. */
function start(name: 'serve' | 'worker'): Promise<string> {
  const { config } = baton
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    DATABASE_URL: config.DATABASE_URL,
    DATABASE_KEY: config.DATABASE_KEY,
    REDIS_URL: config.REDIS_URL,
    REDIS_PREFIX: config.REDIS_PREFIX,
    SECRET_KEY: config.SECRET_KEY.join(','),
    FILES_URL: config.FILES_URL ?? '',
    MAIL_URL: mails.url,
    LOG_LEVEL: 'trace',
    PORT: '0',
  }
  const program = fileURLToPath(new URL(`../../src/main/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${logs}`)))
    const read = (part: Buffer) => {
      logs += part
      const [, url] = logs.match(/Baton is listening at (\S+)/) ?? []
      if (name === 'serve' ? url : logs.includes('The worker is taking jobs')) resolve(url ?? '')
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
}

beforeAll(async () => {
  mails = await startMailServer()
  baton = await startBaton({ MAIL_URL: mails.url })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await baton.close()
  await mails.close()
})

/** Every row of every table as text, jobs included. */
async function dump(): Promise<string> {
  const tables = await baton.look<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'auth', 'jobs') and c.relkind = 'r'`)
  const rows = await Promise.all(tables.map(({ name }) => baton.look<{ row: string }>(`select t::text as row from ${name} t`)))
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

test('no password, code, link, token or refresh value stands in the clear in the database or the logs', async () => {
  const url = await start('serve')
  await start('worker')
  const ann = await Person.register(url, 'ann')
  const { email } = ann.user
  const post = (path: string, body: unknown) => send(url, 'POST', path, body)
  const secrets: Record<string, string> = { password: ann.password, access: ann.token, refresh: ann.refreshToken }
  secrets['verification link'] = secretIn(await mails.next(email, 'Verify your email'))
  await ann.do('POST', '/api/auth/email/verify', { token: secrets['verification link'] })
  secrets['MCP token'] = (await ann.mcpToken()).token
  await ann.do('POST', '/api/auth/email/change', { email: 'new.ann@example.com' })
  secrets['change link'] = secretIn(await mails.next('new.ann@example.com', 'new email'))
  for (const path of ['otp/send', 'magic-link/send', 'forgot-password'])
    expect((await post(`/api/auth/${path}`, { email })).status).toBe(200)
  secrets['code'] = secretIn(await mails.next(email, 'Your code'))
  secrets['magic link'] = secretIn(await mails.next(email, 'Log in'))
  secrets['reset link'] = secretIn(await mails.next(email, 'Reset your Baton password'))
  const used = await post('/api/auth/otp/verify', { email, code: secrets['code'] })
  secrets['refresh after code'] = used.body.refresh_token
  await post('/api/auth/magic-link/verify', { token: secrets['magic link'] })
  secrets['new password'] = 'a canary of a password'
  expect((await post('/api/auth/reset-password', { token: secrets['reset link'], password: secrets['new password'] })).status).toBe(200)
  expect((await post('/api/auth/login', { email, password: secrets['new password'] })).status).toBe(200)
  expect((await post('/api/auth/login', { email, password: 'a canary of a typo' })).status).toBe(401)
  secrets['mistyped password'] = 'a canary of a typo'
  const rows = await dump()
  expect(rows).toContain(email)
  expect(logs).toContain('"route":"/api/auth/otp/verify"')
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThanOrEqual(6)
    // Six digits also occur by chance within longer numbers and digests.
    const found = new RegExp(`(?<![0-9a-zA-Z_.-])${secret.replaceAll(/[.\\]/g, '\\$&')}(?![0-9a-zA-Z])`)
    for (const [place, text] of Object.entries({ database: rows, logs })) {
      expect(found.test(text), `${name} in the ${place}`).toBe(false)
      const hex = Buffer.from(secret).toString('hex')
      expect(text.includes(hex), `${name} as bytes in the ${place}`).toBe(false)
    }
  }
  expect(logs).not.toContain(email)
})
