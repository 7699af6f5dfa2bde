import { cp, rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'
import { operations as all, type Operations } from '../../src/capabilities/operations.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { startNode, type Node } from '../../src/main/node.ts'
import { readConfig, type Config } from '../../src/platform/config.ts'
import { modelFolder } from '../../src/platform/embeddings/model-files.ts'
import { newId } from '../../src/platform/ids.ts'
import { createClock, type TestClock } from './clock.ts'
import { admin, createDatabase, filesOf, keepAs, missing, type Servers } from './databases.ts'
import { Person } from './person.ts'

/** A complete Baton on its own database. Every test file starts one, or several nodes of one. */
export interface Baton {
  servers: Servers
  database: string
  config: Config
  clock: TestClock
  node: Node
  url: string
  /** Another server node, with its own doors, on the same database and Redis. */
  addNode(): Promise<Node>
  /** A new account, logged in. */
  person(name?: string): Promise<Person>
  /** A new account that is an administrator of the instance. */
  administrator(): Promise<Person>
  /** Queries the database as the superuser, which bypasses row-level security. */
  look<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
  /** Closes it and keeps its database and files as a template of this name. */
  closeAs(template: string): Promise<void>
}

/**
 * `operations` may add or replace operations, but not omit any. Vitest provides `servers`; elsewhere pass those of `prepareServers()`.
 * `template` is a database to begin with, with its files, instead of an empty one.
 */
export async function startBaton(
  overrides: Record<string, string> = {},
  operations: ReadonlyMap<string, Operation> = all,
  servers: Servers = inject('servers'),
  template = servers.template,
): Promise<Baton> {
  const database = await createDatabase(servers, template)
  const files = filesOf(database.name)
  await cp(filesOf(template), files, { recursive: true }).catch(missing)
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATABASE_KEY: servers.databaseKey,
    DATABASE_POOL: '5',
    REDIS_URL: servers.redisUrl,
    REDIS_PREFIX: database.name,
    SECRET_KEY: servers.secretKey,
    PORT: '0',
    FILES_URL: pathToFileURL(files).href,
    LOG_LEVEL: 'fatal',
    EMBEDDINGS_MODEL_DIR: modelFolder(process.env),
    // Most tests are about what people do in an organization, not about how they joined it.
    MEMBERS_ADDED: 'directly',
    REGISTRATIONS_PER_HOUR: '100000',
    CONTACT_PER_HOUR: '100000',
    COMMUNITY_POSTS_PER_HOUR: '100000',
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
    ANONYMOUS_PER_MINUTE: '1000000',
    STREAMS_PER_USER: '1000000',
    IMPORTS_PER_USER: '100000',
    REPORTS_PER_HOUR: '100000',
    ...overrides,
  })
  const clock = createClock()
  const nodes: Node[] = []
  const addNode = async () => {
    const node = await startNode(config, operations as Operations, clock)
    nodes.push(node)
    return node
  }
  const node = await addNode()
  const look = <Row>(text: string, values: unknown[] = []) =>
    admin(servers, async (client) => (await client.query(text, values)).rows as Row[], database.name)
  const closeNodes = () => Promise.all(nodes.map((one) => one.close()))
  const person = (name = `p-${newId().slice(-8)}`) => Person.register(node.address, name)
  return {
    servers,
    database: database.name,
    config,
    clock,
    node,
    url: node.address,
    addNode,
    person,
    async administrator() {
      const one = await person()
      await look("update auth.accounts set role = 'admin' where user_id = $1", [one.user.id])
      return one
    },
    look,
    async close() {
      await closeNodes()
      await database.drop()
      await rm(files, { recursive: true, force: true })
    },
    async closeAs(name) {
      await closeNodes()
      await keepAs(servers, database.name, name)
    },
  }
}
