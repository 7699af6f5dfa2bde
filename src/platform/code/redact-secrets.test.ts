import { expect, test } from 'vitest'
import { timesAsCostly } from '../../../test/harness/cpu.ts'
import { redactSecrets } from './redact-secrets.ts'

const key = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEowIBAAKCAQEA', 'x9f3', '-----END RSA PRIVATE KEY-----'].join('\n')

test('a key of several lines leaves as many lines behind, so that line numbers stay true', () => {
  const { text, count } = redactSecrets(`const key = \`${key}\`\nexport const after = 1\n`)
  expect(count).toBe(1)
  expect(text.split('\n')).toHaveLength(6)
  expect(text.split('\n')[4]).toBe('export const after = 1')
  expect(text).not.toContain('MIIE')
})

test.each([
  ['ghp_' + 'a1B2'.repeat(9), 'a token by its form'],
  ['postgres://app:hunter2hunter@db/web', 'the password in an address'],
  ['password: "hunter2hunter2"', 'a quoted value'],
  ['DATABASE_PASSWORD=hunter2hunter2', 'a line of an environment file'],
  ['api_key = Zx81kQpw93LmT0vB', 'a random value'],
])('%s: %s is taken out, and a second time there is nothing left', (secret) => {
  const first = redactSecrets(secret)
  expect(first.count).toBe(1)
  expect(redactSecrets(first.text)).toEqual({ text: first.text, count: 0 })
})

test.each(['token: "accessTokenOfUser"', 'password = process.env.PASSWORD', 'TOKEN=${TOKEN_OF_STAGING}', 'secret: "your-secret-here-123"'])(
  '%s is left as it is',
  (text) => expect(redactSecrets(text)).toEqual({ text, count: 0 }),
)

test.each([
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN', 1],
  ['id-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN', 1],
  ['not.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN', 0],
  ['\n\n  export API_KEY=hunter2hunter2  \r\nNAME=hunter2hunter2\n', 1],
])('%j holds %d', (text, count) => {
  expect(redactSecrets(text).count).toBe(count)
})

test.each([
  ['blank lines', '\n'],
  ['names of secrets', 'PASSWORD'],
  ['beginnings of signed tokens', 'eyJaaaaaaaaaaaa-'],
  ['beginnings of keys', '-----BEGIN PRIVATE KEY-----'],
  ['names without values', 'password:'],
  ['addresses', 'a://'],
])('%s are read about as quickly as code', (_, piece) => {
  const size = 160_000
  const [hostile, plain] = [piece.repeat(size / piece.length), 'const a = 1 + 2\n'.repeat(size / 16)]
  expect(
    timesAsCostly(
      () => redactSecrets(hostile),
      () => redactSecrets(plain),
    ),
  ).toBeLessThan(10)
})
