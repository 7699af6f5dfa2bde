/**
 * The bare twin: the shortest program that runs every SQL statement our server runs, through the same driver, and returns the same
 * responses. No schemas, Redis, logging or metrics.
 */
import { createHash, createHmac, randomUUIDv7 } from 'node:crypto'
import { fastify } from 'fastify'
import pg from 'pg'
import { stopped } from '../src/capabilities/agents/agents/agent-lock.queries.ts'
import { findSession, findToken } from '../src/capabilities/identity/login/login.queries.ts'
import { projectBySlug } from '../src/capabilities/projects/projects.queries.ts'
import { cursorOf, orderOf } from '../src/capabilities/work/lists/list-sort.ts'
import { listStatement } from '../src/capabilities/work/lists/lists.queries.ts'
import { insertItem, withDefaults } from '../src/capabilities/work/items/work-items.queries.ts'
import { append } from '../src/kernel/audit.ts'
import { recall, remember, reserve } from '../src/kernel/idempotency.ts'
import { roleUrl } from '../src/platform/database-login.ts'
import { inOrder, type Statement, type Values } from '../src/platform/sql.ts'
import { mountTwinMcp } from './twin-mcp.ts'

const target = { DATABASE_URL: process.env['DATABASE_URL'] ?? '', DATABASE_KEY: process.env['DATABASE_KEY'] ?? '' }
const types = {
  getTypeParser: (oid: number, format?: 'text') =>
    oid === 1184
      ? (text: string) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`
      : oid === 20
        ? Number
        : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig
const pool = (role: string) => new pg.Pool({ connectionString: roleUrl(target, role), max: 10, types, pipeline: true } as pg.PoolConfig)
const auth = pool('baton_auth')
const app = pool('baton_app')

type Run = <Row, Name extends string>(statement: Statement<Row, Name>, values: Values<NoInfer<Name>>) => Promise<Row[]>
const run =
  (client: pg.Pool | pg.PoolClient): Run =>
  async (statement, values) =>
    (await client.query({ name: statement.name, text: statement.text, values: inOrder(statement, values) })).rows

async function transaction<T>(mode: string, org: string, user: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await app.connect()
  const begin = client.query(`BEGIN${mode}; SET LOCAL app.org_id = '${org}'; SET LOCAL app.user_id = '${user}'`)
  const result = await work(run(client))
  const [end] = await Promise.all([client.query('COMMIT'), begin])
  client.release()
  if (end.command !== 'COMMIT') throw new Error('rolled back')
  return result
}

const secret = process.env['SECRET_KEY'] ?? ''
function sessionOf(jwt: string): string {
  const [head, body, signature] = jwt.split('.')
  if (createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url') !== signature) throw new Error('bad token')
  return JSON.parse(Buffer.from(body ?? '', 'base64url').toString()).sid
}

const identifySession = async (header: string) =>
  (await run(auth)(findSession, { id: sessionOf(header.slice(7)), org: null, handle: null, now: new Date() }))[0]
const identifyToken = async (header: string) =>
  (await run(auth)(findToken, { hash: createHash('sha256').update(header.slice(7)).digest(), now: new Date() }))[0]

const order = orderOf('newest', true)
const conditions = ["w.kind in ('task')", 'w.project_id = :project']
const whole = listStatement({ form: 'whole', conditions, labels: [], order, place: 'project', now: '', plain: true })
const cards = listStatement({ form: 'card', conditions, labels: [], order, place: 'project', now: ':now::timestamptz', plain: true })

interface Who {
  org_id: string | null
  user_id: string
  id: string
  agent_id: string | null
}

async function list(who: Who, slug: string, form: 'whole' | 'card') {
  const items = await transaction(' READ ONLY', who.org_id ?? '', who.user_id, async (query) => {
    const [project] = await query(projectBySlug, { org: who.org_id, name: slug })
    const place = { org: who.org_id, limit: 51, project: project?.id }
    return form === 'whole' ? query(whole, place) : query(cards, { ...place, now: new Date() })
  })
  return { items: items.slice(0, 50), next_cursor: items.length > 50 ? cursorOf(order, items[49] ?? {}) : null }
}

const blank = withDefaults({})

async function create(who: Who, principal: string, door: string, key: string | undefined, input: { project: string; title: string }) {
  const now = new Date()
  return transaction('', who.org_id ?? '', who.user_id, async (query) => {
    // Every write by an agent checks whether the agent was stopped; a token without an agent acts as an agent of its own.
    if (door === 'mcp') void query(stopped, { org: who.org_id, id: who.agent_id ?? who.id })
    const place = { org: who.org_id, principal, operation: 'createTask', key }
    if (key) {
      const hash = createHash('sha256').update(JSON.stringify(input)).digest()
      const [fresh] = await query(reserve, { ...place, hash, now, days: null })
      if (!fresh) return (await query(recall, place))[0]?.result
    }
    const [project] = await query(projectBySlug, { org: who.org_id, name: input.project })
    const [task] = await query(insertItem, {
      org: who.org_id,
      project: project?.id,
      id: randomUUIDv7(),
      kind: 'task',
      parent_id: null,
      ...blank,
      title: input.title,
      user: who.user_id,
      agent: who.agent_id,
      now,
    })
    const actor = { user_id: who.user_id, agent_id: who.agent_id, credential: 'interactive', door }
    const at = now.toISOString()
    const event = { type: 'task.created', at, actor, data: { item: task }, project_id: project?.id, subject_id: task?.id }
    const audit = { at, actor, credential_id: who.id, impersonator: null, operation: 'createTask', target: task?.id, outcome: 'ok' }
    if (key) void query(remember, { ...place, item: null, result: JSON.stringify(task) })
    void query(append, { item: null, events: JSON.stringify([event]), audit: JSON.stringify(audit) })
    return task
  })
}

const server = fastify()
server.get<{ Querystring: { project: string } }>('/api/tasks', async (request) => {
  const who = await identifySession(request.headers.authorization ?? '')
  if (!who) throw new Error('who?')
  return list(who, request.query.project, 'whole')
})
server.post<{ Body: { project: string; title: string } }>('/api/tasks', async (request, reply) => {
  const who = await identifySession(request.headers.authorization ?? '')
  if (!who) throw new Error('who?')
  reply.code(201)
  return create(who, who.user_id, 'rest', request.headers['idempotency-key'] as string | undefined, request.body)
})
mountTwinMcp(server, async (header, name, input) => {
  const who = await identifyToken(header)
  if (!who) throw new Error('who?')
  if (name === 'list_tasks') return list(who, String(input['project']), 'card')
  const { idempotency_key: key, ...rest } = input
  return create(who, who.id, 'mcp', key as string | undefined, rest as { project: string; title: string })
})
console.log(await server.listen({ port: 0, host: '127.0.0.1' }))
