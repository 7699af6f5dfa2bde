import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { call, result, streamableClient, type McpClient } from '../clients.ts'

let baton: Baton
let client: McpClient
const names: Record<string, string> = {}

/** Long text that costs many tokens. */
const wide = (length: number): string =>
  '漢字かな交じり文と emoji 🧪 and words; '
    .repeat(Math.ceil(length / 30))
    .slice(0, length)
    .toWellFormed()
const title = wide(200)
const many = 100

beforeAll(async () => {
  baton = await startBaton()
  const ann = await baton.person('ann')
  client = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token })
  await result(client, 'create_project', { name: 'Web', slug: 'web', key: 'WEB', description: wide(20_000) })
  const task = await result(client, 'create_task', { project: 'web', title, description: wide(20_000) })
  for (let place = 0; place < 20; place++) await result(client, 'update_task', { task: task.key, comment: wide(20_000) })
  const note = await result(client, 'create_note', { project: 'web', title, content: wide(100_000) })
  const spec = await result(client, 'create_spec', { project: 'web', title, body: wide(100_000) })
  const decision = await result(client, 'log_decision', {
    project: 'web',
    title,
    context: wide(20_000),
    rationale: wide(20_000),
    outcome: wide(20_000),
    status: 'proposed',
    alternatives: Array.from({ length: 10 }, () => ({ title, why_not: wide(2000) })),
  })
  for (let place = 0; place < 10; place++) await result(client, 'update_decision', { decision: decision.ref, say: wide(20_000) })
  const feature = await result(client, 'create_feature', { project: 'web', title, description: wide(20_000) })
  const evidence = Array.from({ length: 5 }, (_, place) => ({
    check: `check-${place}`,
    outcome: 'fail',
    note: wide(4000),
    log: wide(20_000),
  }))
  await call(client, 'advance_feature', { feature: feature.ref, commit: 'a'.repeat(40), evidence })
  const agent = await result(client, 'create_agent', { name: 'Reader', description: wide(2000), role: wide(60) })
  const skill = await ann.do('POST', '/api/skills', { name: 'Reading', description: wide(300), body: wide(100_000) })
  const session = await result(client, 'create_session', {
    goals: Array.from({ length: 20 }, () => wide(500)),
    context: wide(20_000),
    project: 'web',
  })
  await result(client, 'checkpoint_session', { session: session.id, progress: wide(4000), state: wide(20_000) })
  const logged = await result(client, 'log_activity', {
    type: 'deploy',
    description: wide(2000),
    project: 'web',
    metadata: Object.fromEntries(Array.from({ length: 3 }, (_, place) => [`field${place}`, wide(2000)])),
  })
  Object.assign(names, { task: task.key, note: note.id, spec: spec.ref, decision: decision.ref, feature: feature.ref })
  Object.assign(names, { agent: agent.slug, skill: skill.slug, session: session.id, activity: logged.id, project: 'web' })
  await fill(baton)
}, 300_000)
afterAll(async () => {
  await client.close()
  await baton.close()
})

/** Enough rows of each kind that a list can't show them all. */
async function fill({ look }: Baton): Promise<void> {
  for (let place = 0; place < many; place++) {
    await result(client, 'store_memory', { content: `${place} ${wide(1900)}`, project: 'web', tags: ['long'] })
  }
  const rows: [string, string][] = [
    ['work_items', "number = x.number + n, key = 'WEB-' || (x.number + n)"],
    ['specs', "number = x.number + n, ref = 'WEB-S' || (x.number + n)"],
    ['decisions', "number = x.number + n, ref = 'WEB-D' || (x.number + n)"],
    ['features', "number = x.number + n, ref = 'WEB-F' || (x.number + n)"],
    ['notes', ''],
    ['agents', 'slug = x.slug || n, token_id = null'],
    ['agent_sessions', ''],
  ]
  for (const [table, changes] of rows) await copyRows(look, table, changes)
}

async function copyRows(look: Baton['look'], table: string, changes: string): Promise<void> {
  const columns = await look<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and table_schema = 'public' order by ordinal_position",
    [table],
  )
  const changed = new Map(
    changes
      .split(/, (?=\w+ = )/)
      .filter(Boolean)
      .map((one) => one.split(/ = (.*)/s) as [string, string]),
  )
  const values = columns.map(({ name }) => (name === 'id' ? 'gen_random_uuid()' : (changed.get(name) ?? `x.${name}`)))
  await look(`insert into ${table} (${columns.map(({ name }) => name).join(', ')}) select ${values.join(', ')}
    from (select * from ${table} order by id desc limit 1) x, generate_series(1, ${many}) n`)
}

const project = { project: 'web' }

const reads: [string, () => Record<string, unknown>][] = [
  ['list_projects', () => ({})],
  ['get_project', () => project],
  ['list_tasks', () => ({})],
  ['get_task', () => ({ task: names['task'] })],
  ['claim_task', () => ({ task: names['task'] })],
  ['list_notes', () => ({})],
  ['get_note', () => ({ note: names['note'] })],
  ['list_specs', () => ({})],
  ['get_spec', () => ({ spec: names['spec'] })],
  ['list_decisions', () => ({})],
  ['get_decision', () => ({ decision: names['decision'] })],
  ['list_features', () => ({})],
  ['get_feature', () => ({ feature: names['feature'] })],
  ['list_agents', () => ({})],
  ['get_agent', () => ({ agent: names['agent'] })],
  ['list_skills', () => ({})],
  ['get_skill', () => ({ skill: names['skill'] })],
  ['list_sessions', () => ({})],
  ['resume_session', () => ({ session: names['session'], budget_tokens: 20_000 })],
  ['list_activities', () => ({})],
  ['get_activity', () => ({ activity: names['activity'] })],
  ['list_memories', () => ({})],
  ['search_memory', () => ({ query: 'words' })],
  ['list_repos', () => ({})],
  ['generate_agents_md', () => project],
]

const max = 15_000

test.each(reads)('%s stays far below what a client cuts off, whatever was stored', async (name, input) => {
  const { tools } = (await client.listTools()) as { tools: { name: string; inputSchema: { properties: Record<string, unknown> } }[] }
  const properties = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}
  const limit = 'limit' in properties && name !== 'get_spec' ? { limit: name === 'search_memory' ? 50 : 100 } : {}
  const formats = 'response_format' in properties ? ['concise', 'detailed'] : [undefined]
  for (const format of formats) {
    const answer = await call(client, name, { ...input(), ...limit, ...(format && { response_format: format }) })
    expect(answer.isError, answer.content[0]?.text.slice(0, 300)).toBeFalsy()
    const text = encode(answer.content[0]?.text ?? '').length
    const structure = encode(JSON.stringify(answer.structuredContent)).length
    expect(text, `${name} ${format} text`).toBeLessThan(max)
    expect(structure, `${name} ${format} structure`).toBeLessThan(max)
  }
})

test.each([
  ['get_note', 'note', 'content', 'offset', 'next_offset'],
  ['get_spec', 'spec', 'body', 'offset', 'next_offset'],
  ['get_skill', 'skill', 'body', 'from', 'next_from'],
])('%s gives a long text in pieces that make it whole again', async (name, kind, text, from, next) => {
  let whole = ''
  let place: number | null = 0
  while (place !== null) {
    const piece: any = await result(client, name, { [kind]: names[kind], [from]: place })
    whole += piece[text]
    place = piece[next]
  }
  expect(whole).toBe(wide(100_000))
})

test('what was cut says so, and how to get it', async () => {
  const list = await result(client, 'list_memories', { limit: 100, response_format: 'detailed' })
  expect(list.items).toHaveLength(100)
  expect(list.shortened).toMatch(/^Texts are cut at \d+ characters.*limit/)
  expect(list.next_cursor).toBeNull()
})
