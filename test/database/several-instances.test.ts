import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { roleUrl, type Target } from '../../src/platform/database-login.ts'
import { bootstrap } from '../../src/platform/provision.ts'
import { admin, dropDatabase } from '../harness/databases.ts'

// Roles of its own, because those of the other tests belong to the whole server.
const servers = inject('servers')
const prefix = `several_${randomBytes(5).toString('hex')}`
const key = (letter: string) => letter.repeat(32)
const target = (name: string, DATABASE_KEY: string, DATABASE_ROLES = prefix): Target => ({
  DATABASE_URL: new URL(`/${prefix}_${name}`, servers.databaseUrl).href,
  DATABASE_KEY,
  DATABASE_ROLES,
})
const first = target('first', key('a'))

afterAll(async () => {
  for (const name of ['first', 'second', 'third']) await dropDatabase(servers, `${prefix}_${name}`)
  await admin(servers, async (client) => {
    const { rows } = await client.query('select rolname from pg_roles where starts_with(rolname, $1)', [prefix])
    for (const { rolname } of rows) await client.query(`drop owned by ${rolname}; drop role ${rolname}`)
  })
})

/** How PostgreSQL answers to the password that this target derives. */
async function entry(of: Target): Promise<string> {
  const client = new pg.Client({ connectionString: roleUrl(of, 'baton_app') })
  return client.connect().then(
    () => client.end().then(() => 'open'),
    ({ code }: { code: string }) => code,
  )
}
const databases = () =>
  admin(servers, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1) order by 1', [prefix])
    return rows.map(({ datname }) => datname)
  })

test('another instance’s bootstrap is refused, says what to do, and changes nothing', async () => {
  await bootstrap(servers.adminUrl, first)
  expect(await entry(first)).toBe('open')
  const refused = bootstrap(servers.adminUrl, target('second', key('b')))
  await expect(refused).rejects.toThrow(`used by: ${prefix}_first. Nothing was changed`)
  await expect(refused).rejects.toThrow(`DATABASE_ROLES=${prefix}_2`)
  // Not even on the same database: it may be another instance that was given the wrong address.
  await expect(bootstrap(servers.adminUrl, target('first', key('b')))).rejects.toThrow('--take-over')
  expect(await entry(first)).toBe('open')
  expect(await databases()).toEqual([`${prefix}_first`])
})

test('with roles of its own it goes beside the first, and each key opens one of them', async () => {
  const second = target('second', key('b'), `${prefix}_2`)
  await bootstrap(servers.adminUrl, second)
  expect([await entry(first), await entry(second)]).toEqual(['open', 'open'])
  expect(await entry({ ...second, DATABASE_KEY: key('a') })).toBe('28P01')
  // The second's roles may not enter the first's database.
  expect(await entry({ ...second, DATABASE_URL: first.DATABASE_URL })).toBe('42501')
})

test('the same key makes another database of the same instance, and a new one goes with the old one or by force', async () => {
  await bootstrap(servers.adminUrl, target('third', key('a')))
  await bootstrap(servers.adminUrl, { ...first, DATABASE_KEY: `${key('c')},${key('a')}` })
  expect(await entry({ ...first, DATABASE_KEY: key('c') })).toBe('open')
  await expect(bootstrap(servers.adminUrl, first)).rejects.toThrow('another DATABASE_KEY')
  await bootstrap(servers.adminUrl, first, { takeOver: true })
  expect(await entry(first)).toBe('open')
})

test('roles that no database uses any more are nobody’s', async () => {
  for (const name of ['first', 'third']) await dropDatabase(servers, `${prefix}_${name}`)
  await bootstrap(servers.adminUrl, target('first', key('d')))
  expect(await entry(target('first', key('d')))).toBe('open')
})
