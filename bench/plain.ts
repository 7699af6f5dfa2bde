/**
 * The plain server: the shortest code a good engineer would write for the same responses on the same tables. It looks up the token, then
 * answers the call with one statement. No wall, registry, schema, idempotency or audit chain; what the bench's data never contains (code of
 * repositories, deliveries of comments, texts that name a task) is not queried.
 */
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { fastify } from 'fastify'
import pg from 'pg'
import { showActivities } from '../src/capabilities/log/show-activities.ts'
import { encodeCursor } from '../src/capabilities/paging.ts'
import { marksIn, snippetOf } from '../src/capabilities/screens/search/mark-words.ts'
import { leanForm } from '../src/doors/mcp/tools/results/lean-form.ts'
import { momentOf } from '../src/platform/moments.ts'
import * as statements from './plain-statements.ts'

type Row = Record<string, any> // oxlint-disable-line no-explicit-any

const types = {
  getTypeParser: (oid: number, format?: 'text') =>
    ({
      20: Number,
      114: (text: string) => JSON.parse(text.replace(/(\d{4}-\d\d-\d\dT[\d:.]+)\+00:00"/g, (_, at: string) => `${momentOf(at)}"`)),
      1082: (text: string) => text,
      1184: (text: string) => momentOf(text.slice(0, -3)),
    })[oid] ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig
const pool = new pg.Pool({ connectionString: process.env['PLAIN_DATABASE_URL'] ?? '', max: 10, types })
const texts = new Map<string, string>(Object.entries(statements))
const query = async (name: keyof typeof statements, values: unknown[]): Promise<Row[]> =>
  (await pool.query({ name, text: texts.get(name) ?? '', values })).rows

interface Who {
  id: string
  user_id: string
  org_id: string
}

async function whoIs(header = ''): Promise<Who> {
  const [who] = await query('whoHas', [createHash('sha256').update(header.slice(7)).digest()])
  if (!who) throw new Error('who?')
  return who as Who
}

const actor = (who: Who, door: string) => ({ user_id: who.user_id, agent_id: null, credential: 'token', door })

async function list(who: Who, project: string) {
  const rows = await query('list', [who.org_id, project])
  return { items: rows.slice(0, 50), next_cursor: rows.length > 50 ? String(rows[49]?.['number']) : null }
}

async function listCards(who: Who, project: string) {
  const rows = await query('cards', [who.org_id, project])
  const items = rows.slice(0, 50).map(toCard)
  const [{ total = 0 } = {}] = rows
  const more =
    rows.length > 50 ? { next_cursor: String(rows[49]?.['number']), total: Math.min(total, 1000), total_capped: total > 1000 } : {}
  return { items: items.map((card) => ({ ...card, proof: card['proof'] === 'none' ? null : card['proof'] })), ...more }
}

const toCard = ({ number: _, leased: __, total: ___, column_value: ____, column_count: _____, ...card }: Row): Row => card

async function get(who: Who, key: string, brief: boolean) {
  const [task] = await query('get', [who.org_id, key, brief ? 3 : 20, brief ? 10 : 50, brief ? 3 : 20])
  if (!task) throw new Error('no such task')
  const names = task['history'].flatMap((one: Row) => [...(one['users'] ?? []), ...(one['agents'] ?? [])])
  const rows = task['history'].map(({ users: _, agents: __, ...one }: Row) => one)
  return { ...task, history: await showActivities({ org: who.org_id, call: { brief }, tx: { rows: async () => names } } as never, rows) }
}

async function create(who: Who, door: string, input: Row) {
  return (await query('create', [who.org_id, actor(who, door), input['project'], randomUUIDv7(), input['title']]))[0]
}

async function update(who: Who, door: string, key: string, input: Row) {
  return (await query('update', [who.org_id, actor(who, door), key, input['title'] ?? null, input['priority'] ?? null]))[0]
}

async function claim(who: Who, door: string, input: Row) {
  const fence = randomBytes(16).toString('base64url')
  const [row] = await query('claim', [who.org_id, actor(who, door), input['project'], who.id, fence])
  if (!row) throw new Error('nothing is ready')
  const { fence: _, parents, blocks, held_nearby, decisions, memories, ...task } = row
  const lease = { holder: task['lease_holder'], fence, until: task['lease_until'] }
  return { task, lease, parents, blocks, held_nearby, decisions, memories, code: [] }
}

const columns = ['backlog', 'todo', 'in_progress', 'in_review', 'complete', 'cancelled']

async function board(who: Who, project: string, limit = 20) {
  const rows = await query('board', [who.org_id, project, columns, limit + 1])
  const shown = columns.map((value) => {
    const own = rows.filter((row) => row['column_value'] === value)
    const found = own.filter(({ id }) => id !== null)
    const end = found[limit - 1]
    return {
      value,
      agent: false,
      count: Math.min(own[0]?.['column_count'] ?? 0, 500),
      count_capped: (own[0]?.['column_count'] ?? 0) > 500,
      cards: found.slice(0, limit).map(toCard),
      next_cursor: found.length > limit && end ? encodeCursor(['rank', end['rank'], end['number'], end['id']]) : null,
    }
  })
  return { project, group_by: 'status', columns: shown }
}

/** It has no grades: what holds the words is likely to answer. */
const confidence = 'likely'
const foundIn = (items: readonly unknown[]) => (items.length > 0 ? confidence : 'nothing')
const note = 'Embeddings are off, so only words were searched.'

async function search(who: Who, project: string, question: string) {
  const rows = await query('search', [who.org_id, project, question, 21])
  const stems = question.toLowerCase().split(/\s+/)
  const items = rows.slice(0, 20).map(({ passage, of_kind: _, length: __, by: ___, score, ...row }) => ({
    ...row,
    title_marks: marksIn(row['title'], stems),
    snippet: snippetOf(passage, stems),
    comment_id: null,
    confidence,
    score,
    why: { exact: false, words: stems, meaning: null },
  }))
  const facets = [...new Map(rows.map((row) => [row['kind'], row['of_kind']]))].map(([kind, count]) => ({ kind, count }))
  const next_cursor = rows.length > 20 ? encodeCursor([20]) : null
  return { items, next_cursor, left_out: 0, facets, found: foundIn(items), mode: 'text', note }
}

async function recall(who: Who, project: string, question: string) {
  const rows = await query('search', [who.org_id, project, question, 11])
  const items = rows.slice(0, 10).map(({ kind, ref, title, passage, updated_at, by, status }) => {
    return { confidence, kind, ref, title, content: passage.trim(), at: updated_at, by, status }
  })
  return { items, found: foundIn(items), more: Math.max(0, (rows[0]?.['of_kind'] ?? 0) - 10), mode: 'text', note }
}

const pick = (value: Row, fields: string[]): Row => Object.fromEntries(fields.map((field) => [field, value[field]]))

const tools: Record<string, (who: Who, given: Row) => Promise<unknown>> = {
  list_tasks: (who, given) => listCards(who, given['project']),
  get_task: (who, given) => get(who, given['task'], true),
  async create_task(who, { idempotency_key: _, ...given }) {
    return pick((await create(who, 'mcp', given)) ?? {}, ['key', 'kind', 'status', 'priority', 'same_title', 'version'])
  },
  async update_task(who, { task, ...given }) {
    return pick((await update(who, 'mcp', task, given)) ?? {}, ['key', 'status', 'version'])
  },
  async claim_task(who, given) {
    const { lease, task, ...rest } = await claim(who, 'mcp', given)
    const shown = ['key', 'title', 'description', 'status', 'priority', 'labels', 'estimate', 'start_on', 'due_on', 'version']
    return { task: pick(task, shown), lease: pick(lease, ['fence', 'until']), ...rest }
  },
  search_memory: (who, given) => recall(who, given['project'], given['query']),
}

const server = fastify()
server.get<{ Querystring: Row }>('/api/tasks', async ({ headers, query: asked }) =>
  list(await whoIs(headers.authorization), asked['project']),
)
server.get<{ Params: Row }>('/api/tasks/:key', async ({ headers, params }) => get(await whoIs(headers.authorization), params['key'], false))
server.post<{ Body: Row }>('/api/tasks', async ({ headers, body }, reply) => {
  reply.code(201)
  return create(await whoIs(headers.authorization), 'rest', body)
})
server.patch<{ Params: Row; Body: Row }>('/api/tasks/:key', async ({ headers, params, body }) =>
  update(await whoIs(headers.authorization), 'rest', params['key'], body),
)
server.post<{ Body: Row }>('/api/tasks/claim', async ({ headers, body }) => claim(await whoIs(headers.authorization), 'rest', body))
server.get<{ Params: Row }>('/api/projects/:slug/board', async ({ headers, params }) =>
  board(await whoIs(headers.authorization), params['slug']),
)
server.get<{ Querystring: Row }>('/api/search', async ({ headers, query: asked }) =>
  search(await whoIs(headers.authorization), asked['project'], asked['q']),
)
server.post<{ Body: Row }>('/mcp', async ({ headers, body: { id, params } }) => {
  const result = leanForm(await tools[params.name]?.(await whoIs(headers.authorization), params.arguments))
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result } }
})
console.log(await server.listen({ port: 0, host: '127.0.0.1' }))
