import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { startNode, type Node } from '../../src/main/node.ts'
import { readConfig, type Config } from '../../src/platform/config.ts'
import { functionFiles } from '../../src/platform/function-files.ts'
import { migrate, migrationNames } from '../../src/platform/migrations.ts'
import { bootstrap, secondWall } from '../../src/platform/provision.ts'
import { verifyAudit } from '../../src/platform/verify-audit.ts'
import { admin, dropDatabase } from '../harness/databases.ts'
import { Person, send } from '../harness/person.ts'

// As providers give it: an administrator who may create databases and roles, is no superuser, and gets extensions that are allowed.
const servers = inject('servers')
const managed = `managed_${randomBytes(5).toString('hex')}`
const adminUrl = Object.assign(new URL(servers.adminUrl), { username: managed, password: managed, pathname: '/postgres' }).href
const asSuperuser = (text: string) => admin(servers, async (client) => (await client.query(text)).rows, managed)
let files: string
let config: Config
let node: Node | undefined

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'managed-'))
  config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: new URL(`/${managed}`, servers.databaseUrl).href,
    DATABASE_KEY: servers.databaseKey,
    DATABASE_ROLES: `${managed}_r`,
    DATABASE_POOL: '3',
    REDIS_URL: servers.redisUrl,
    REDIS_PREFIX: managed,
    SECRET_KEY: servers.secretKey,
    PORT: '0',
    FILES_URL: pathToFileURL(files).href,
    LOG_LEVEL: 'fatal',
    EMBEDDINGS: 'off',
  })
  await admin(servers, (client) =>
    client.query(`create role ${managed} login nosuperuser nobypassrls createdb createrole password '${managed}'`),
  )
})
afterAll(async () => {
  await node?.close()
  await dropDatabase(servers, managed)
  await admin(servers, async (client) => {
    const { rows } = await client.query('select rolname from pg_roles where starts_with(rolname, $1) order by rolname desc', [managed])
    for (const { rolname } of rows) await client.query(`drop owned by ${rolname}; drop role ${rolname}`)
  })
  await rm(files, { recursive: true, force: true })
})

test('an administrator who is no superuser installs it with every migration, and again after an upgrade', async () => {
  // pgvector is an extension that only somebody with more rights may create here.
  await expect(bootstrap(adminUrl, config)).rejects.toThrow(`create extension vector; in the database ${managed}`)
  await asSuperuser('create extension vector')
  await bootstrap(adminUrl, config)
  const queues = [...operations.values()].filter(({ contract }) => contract.job).map(({ name }) => name)
  expect(await migrate(config, queues)).toEqual([...migrationNames(), ...functionFiles().map(({ name }) => `functions/${name}`)])
  await bootstrap(adminUrl, config)
  expect(await migrate(config, queues)).toEqual([])
  expect(await secondWall(config)).toBe('partial')
  // Nothing of it belongs to the roles of other instances.
  expect(
    await asSuperuser(`select distinct r.rolname from pg_shdepend s join pg_roles r on r.oid = s.refobjid
      where s.dbid = (select oid from pg_database where datname = current_database()) and r.rolname like 'baton%'`),
  ).toEqual([])
})

test('it serves, and each organization sees its own', async () => {
  node = await startNode(config, operations)
  expect((await send(node.address, 'GET', '/health/ready')).body).toMatchObject({ status: 'ready', clock: 'ok' })
  expect((await send(node.address, 'GET', '/health')).body).toMatchObject({ status: 'ok', second_wall: 'partial' })
  const ann = await Person.register(node.address, 'ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'Findable words' })
  expect((await ann.do('GET', '/api/search?q=findable')).items).toHaveLength(1)
  const bob = await Person.register(node.address, 'bob')
  expect((await bob.call('GET', `/api/tasks/${task.key}`)).status).toBe(404)
})

test('without a role that sees all rows, the audit chains are still read', async () => {
  expect(await verifyAudit(config)).toEqual([])
  await asSuperuser('update audit set entry = entry || \'{"forged": true}\' where seq = 1')
  expect(await verifyAudit(config)).not.toEqual([])
})
