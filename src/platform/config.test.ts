import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigurationError, readConfig, variables } from './config.ts'

const secret = 'x'.repeat(32)
const enough = { DATABASE_URL: 'postgres://127.0.0.1/baton', DATABASE_KEY: secret, REDIS_URL: 'redis://127.0.0.1', SECRET_KEY: secret }

function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return (error as Error).message
  }
  throw new Error('the configuration was accepted')
}

test('what is required is enough', () => {
  expect(readConfig(enough)).toMatchObject({
    PORT: 4000,
    REGISTRATION: 'open',
    SECRET_KEY: [secret],
    TRUSTED_PROXIES: [],
    CORS_ORIGINS: [],
  })
})

test('every missing variable is named at once, with what to set', () => {
  const said = complaint({})
  for (const name of ['DATABASE_URL', 'DATABASE_KEY', 'REDIS_URL', 'SECRET_KEY']) expect(said).toContain(`${name}: `)
  expect(said).toContain('DATABASE_KEY: is not set. Secret the passwords of the database roles derive from: openssl rand -hex 32')
  expect(said).toContain('see .env.example')
})

test('a value can stand in a file, in one place only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-secrets-'))
  const file = join(folder, 'key')
  writeFileSync(file, `${secret}\n`)
  const { SECRET_KEY: _, ...others } = enough
  expect(readConfig({ ...others, SECRET_KEY_FILE: file }).SECRET_KEY).toEqual([secret])
  expect(readConfig({ ...others, SECRET_KEY_FILE: file }).given.has('SECRET_KEY')).toBe(true)
  expect(complaint({ ...enough, SECRET_KEY_FILE: file })).toContain('SECRET_KEY or SECRET_KEY_FILE, not both')
  expect(complaint({ ...others, SECRET_KEY_FILE: join(folder, 'none') })).toContain('SECRET_KEY_FILE: cannot be read (ENOENT)')
  rmSync(folder, { recursive: true })
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ ...enough, PORT: '', APP_URL: '' })).toMatchObject({ PORT: 4000, APP_URL: 'http://localhost:4000' })
  expect(complaint({ ...enough, REDIS_URL: '' })).toContain('REDIS_URL: is not set')
})

test.each(['', ' '])('a file with every variable set to "%s" says no more than one without them', (nothing) => {
  const blank = Object.fromEntries(Object.keys(variables).map((name) => [name, nothing]))
  expect(readConfig({ ...blank, ...enough })).toEqual(readConfig(enough))
})

test.each([
  ['DB_CONNECTION', 'mysql', 'only pgsql is supported'],
  ['DATABASE_URL', 'mysql://127.0.0.1/baton', 'must look like postgres://'],
  ['REDIS_URL', 'http://127.0.0.1', 'must look like redis://'],
  ['SECRET_KEY', `${secret},short`, 'at least one secret of 32 characters'],
  ['PORT', '70000', 'PORT: '],
  ['PORT', 'web', 'PORT: '],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL: '],
  ['ADMIN_EMAIL', 'nobody', 'ADMIN_EMAIL: '],
  ['EMBEDDINGS_URL', 'https://api.example.com/v1', 'EMBEDDINGS_MODEL: name the model of EMBEDDINGS_URL'],
  ['AUTH_BACKEND_KEY', 'k', 'AUTH_BACKEND_KEY: needs 32 characters'],
  ['TRUSTED_PROXIES', 'nginx', 'must be addresses or CIDR ranges'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'must be addresses or CIDR ranges'],
  ['EMBEDDINGS_THREADS', '0', 'EMBEDDINGS_THREADS: '],
])('%s=%s is refused, and why', (name, value, said) => expect(complaint({ ...enough, [name]: value })).toContain(said))

test('production needs a public origin', () => {
  expect(complaint({ ...enough, NODE_ENV: 'production' })).toContain('APP_URL: set the public origin')
})

test('lists are separated by commas', () => {
  expect(readConfig({ ...enough, SECRET_KEY: `${secret}, ${'y'.repeat(32)}` }).SECRET_KEY).toHaveLength(2)
  expect(readConfig({ ...enough, TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/8' }).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1', 'fd00::/8'])
})

test('no complaint repeats a secret', () => {
  expect(complaint({ ...enough, SECRET_KEY: 'hunter2', DATABASE_KEY: 'hunter2' })).not.toContain('hunter2')
})
