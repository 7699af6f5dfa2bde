import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Node } from '../../src/main/node.ts'
import { plannedEachTime, plannedOnce, sql, type Tx } from '../../src/platform/postgres.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'

/** On each connection, a named statement gets its permanent plan after five executions. */
const warmUp = 12
const counted = 30
const most = 6
/** Operations that do more: assemble a whole handover, or compare what is stored with what is known. */
const mostOf: Record<string, number> = {
  'resume_session over MCP': 9,
  'store memory': 8,
  'store_memory over MCP': 8,
}

let baton: Baton
let node: Node
let ann: Person
let mcp: { token: string }
let ids: Record<'feature' | 'note' | 'spec' | 'decision' | 'session' | 'agentSession', string> &
  Record<'sessions' | 'agentSessions' | 'tasks' | 'claims' | 'gated', string[]>
let running = 0

beforeAll(async () => {
  baton = await startBaton({ DATABASE_POOL: '2' })
  await baton.look('create extension if not exists pg_stat_statements')
  await baton.look(`alter database ${baton.database} set pg_stat_statements.track_planning = on`)
  // Started after that setting, because connections keep the value they began with.
  node = await baton.addNode()
  const registered = await baton.person()
  ann = new Person(node.address, { user: registered.user, token: registered.token, refresh_token: registered.refreshToken }, '')
  mcp = await ann.mcpToken()
  ids = await fill()
})
afterAll(() => baton.close())

/** A project in use: a hundred tasks in three columns, one of them with something of every kind, and some other resources. */
async function fill() {
  const project = await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  await ann.do('POST', '/api/projects', { name: 'App', slug: 'app' })
  const epic = await ann.do('POST', '/api/projects/web/epics', { title: 'Epic' })
  const story = await ann.do('POST', `/api/projects/web/epics/${epic.key}/stories`, { title: 'Story' })
  const rows = Array.from({ length: 97 }, (_, number) => ({
    title: `Task ${number}`,
    status: number % 3 ? 'todo' : 'backlog',
    labels: ['ui'],
  }))
  for (const row of rows) await ann.do('POST', '/api/tasks', { project: 'web', ...row })
  const [first, second] = (await ann.do('GET', '/api/tasks?project=web&limit=2')).items
  await ann.do('POST', '/api/tasks', {
    project: 'web',
    epic: epic.key,
    story: story.key,
    title: 'Whole',
    blocked_by: [first.key, second.key],
  })
  const { items } = await ann.do('GET', '/api/tasks?project=web&limit=1')
  whole = items[0].key
  for (const body of ['One', 'Two', 'Three']) await ann.do('POST', `/api/tasks/${whole}/comments`, { body })
  await ann.do('PATCH', `/api/tasks/${whole}`, { description: 'See the note', assignee: ann.user.handle })
  for (let number = 0; number < 12; number++) {
    await ann.do('POST', '/api/memories', { content: `The build of part ${number} needs a network`, project: 'web' })
    await ann.do('POST', '/api/notes', { title: `Note ${number}`, content: `About ${whole}`, project: 'web' })
    await ann.do('POST', '/api/specs', { title: `Spec ${number}`, body: 'What it does', project: 'web' })
    await ann.do('POST', '/api/decisions', { title: `Decision ${number}`, rationale: 'It is simpler', project: 'web' })
    await ann.do('POST', '/api/notifications', { title: `Remember ${number}` })
  }
  const feature = await ann.do('POST', '/api/features', { project: 'web', title: 'Login', tasks: [whole] })
  const [note, spec, decision] = await Promise.all(
    ['notes', 'specs', 'decisions'].map(async (kind) => (await ann.do('GET', `/api/${kind}?project=web`)).items[0].id),
  )
  const [tasks, claims, gated]: [string[], string[], string[]] = [[], [], []]
  const gates = ['plan', 'build'].map((key) => ({
    key,
    name: key,
    kind: 'evidence',
    before_code: key === 'plan',
    checks: [{ check: key, rank: 'claimed' }],
  }))
  await ann.do('POST', '/api/workflows', { name: 'Short', slug: 'short', gates })
  const started = async (by: () => Promise<{ id: string }>) => (await by()).id
  const sessions: string[] = []
  const agentSessions: string[] = []
  for (let number = 0; number < warmUp + counted + 1; number++) {
    tasks.push((await ann.do('POST', '/api/tasks', { project: 'app', title: `Piece ${number}` })).key)
    claims.push((await ann.do('POST', '/api/tasks', { project: 'app', title: `Part ${number}` })).key)
    gated.push((await ann.do('POST', '/api/features', { project: 'app', title: `Step ${number}`, workflow: 'short' })).ref)
    sessions.push(await started(() => ann.do('POST', '/api/sessions', { goals: ['Work'], project: 'web' })))
    agentSessions.push(
      await started(async () => (await tool('create_session', () => ({ goals: ['Work'], project: 'web' }))()) as { id: string }),
    )
  }
  await baton.look('analyze')
  expect(project.slug).toBe('web')
  return {
    feature: feature.id,
    note,
    spec,
    decision,
    session: sessions.pop() ?? '',
    agentSession: agentSessions.pop() ?? '',
    sessions,
    agentSessions,
    tasks,
    claims,
    gated,
  }
}
let whole = ''
let based_on = 1

interface Claimed {
  task: { key: string }
  lease: { fence: string }
}
interface Resumed {
  session: { id: string }
}
let resumed = ''
const held: { task: string; fence: string }[] = []

const fresh = () => ({ 'idempotency-key': `key-${running++}` })
const rest =
  (method: string, path: () => string, body?: () => unknown, keyed = false): (() => Promise<unknown>) =>
  () =>
    ann.do(method, path(), body?.(), keyed ? fresh() : {})
const get = (path: string) => rest('GET', () => path.replace('WHOLE', whole).replace(/:(\w+)/, (_, name: 'note') => ids[name]))

const tool = (name: string, args: () => Record<string, unknown>) => async () => {
  const headers = {
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${mcp.token}`,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'counter', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args(), _meta } }
  const answer = await send(ann.url, 'POST', '/mcp', body, headers)
  expect(answer.body.result?.structuredContent && !answer.body.result.isError, answer.text).toBe(true)
  return answer.body.result.structuredContent
}

const calls: Record<string, () => Promise<unknown>> = {
  'list tasks': get('/api/tasks?project=web'),
  'list tasks of every project': get('/api/tasks'),
  'get a task': get('/api/tasks/WHOLE'),
  'get an item': get('/api/items/WHOLE'),
  'create a task': rest(
    'POST',
    () => '/api/tasks',
    () => ({ project: 'web', title: `New ${running}` }),
    true,
  ),
  'update a task': rest(
    'PATCH',
    () => `/api/tasks/${whole}`,
    () => ({ title: `Changed ${running++}` }),
  ),
  'claim the next task': rest(
    'POST',
    () => '/api/tasks/claim',
    () => ({ project: 'web' }),
  ),
  board: get('/api/projects/web/board'),
  'board rows': get('/api/projects/web/board-rows'),
  'list comments': get('/api/tasks/WHOLE/comments'),
  'add a comment': rest(
    'POST',
    () => `/api/tasks/${whole}/comments`,
    () => ({ body: `Comment ${running++}` }),
  ),
  'list projects': get('/api/projects'),
  'get a project': get('/api/projects/web'),
  activity: get('/api/activity?project=web'),
  inbox: get('/api/notifications'),
  me: get('/api/auth/me'),
  'search memory': get('/api/memories/search?query=build&project=web'),
  'list notes': get('/api/notes?project=web'),
  'get a note': get('/api/notes/:note'),
  'list specs': get('/api/specs?project=web'),
  'list decisions': get('/api/decisions?project=web'),
  'list features': get('/api/features?project=web'),
  'get a feature': get('/api/features/:feature'),
  'list agents at work': get('/api/agents-at-work'),
  'list_tasks over MCP': tool('list_tasks', () => ({ project: 'web' })),
  'get_task over MCP': tool('get_task', () => ({ task: whole })),
  'create_task over MCP': tool('create_task', () => ({ project: 'web', title: `Tool ${running++}` })),
  'update_task over MCP': tool('update_task', () => ({ task: whole, description: `Told ${running++}` })),
  'claim_task over MCP': tool('claim_task', () => ({ project: 'web' })),
  'get_project over MCP': tool('get_project', () => ({ project: 'web' })),
  'store memory': rest(
    'POST',
    () => '/api/memories',
    () => ({ content: `Fact ${running++} about the deployment`, project: 'web' }),
  ),
  'list memories': get('/api/memories?project=web'),
  'search everything': get('/api/search?q=build'),
  'search suggestions': get('/api/search/suggestions?q=task'),
  'search knowledge': get('/api/knowledge/search?query=note&project=web'),
  'start a session': rest(
    'POST',
    () => '/api/sessions',
    () => ({ goals: [`Goal ${running++}`], project: 'web' }),
  ),
  'list sessions': get('/api/sessions?whose=all'),
  'get a session': get('/api/sessions/:session'),
  'checkpoint a session': rest(
    'POST',
    () => `/api/sessions/${ids.session}/checkpoints`,
    () => ({ progress: `Step ${running++}` }),
  ),
  'end a session': rest(
    'POST',
    () => `/api/sessions/${ids.sessions.pop()}/end`,
    () => ({ outcome: `Done ${running++}` }),
  ),
  'get a spec': get('/api/specs/:spec'),
  'get a decision': get('/api/decisions/:decision'),
  'list agents': get('/api/agents'),
  'search_memory over MCP': tool('search_memory', () => ({ query: 'build', project: 'web' })),
  'search_memory over MCP, everywhere': tool('search_memory', () => ({ query: 'build' })),
  'store_memory over MCP': tool('store_memory', () => ({ content: `Told ${running++} about the release`, project: 'web' })),
  'list_memories over MCP': tool('list_memories', () => ({ project: 'web' })),
  'create_session over MCP': tool('create_session', () => ({ goals: [`Aim ${running++}`], project: 'web' })),
  'checkpoint_session over MCP': tool('checkpoint_session', () => ({ session: ids.agentSession, progress: `Step ${running++}` })),
  'end_session over MCP': async () => {
    // Otherwise the call would also update seen_at, as an instance's first call in half a minute does.
    await baton.look('update agent_instances set seen_at = now()')
    await tool('end_session', () => ({ session: ids.agentSessions.pop(), outcome: `Done ${running++}` }))()
  },
  'list_sessions over MCP': tool('list_sessions', () => ({ whose: 'all' })),
  'complete_task over MCP': tool('complete_task', () => ({ task: ids.tasks.pop(), notes: 'Built' })),
  'comment by update_task over MCP': tool('update_task', () => ({ task: whole, comment: `Said ${running++}` })),
  'list_notes over MCP': tool('list_notes', () => ({ project: 'web' })),
  'get_note over MCP': tool('get_note', () => ({ note: ids.note })),
  'list_projects over MCP': tool('list_projects', () => ({})),
  'list_specs over MCP': tool('list_specs', () => ({ project: 'web' })),
  'get_spec over MCP': tool('get_spec', () => ({ spec: ids.spec })),
  'list_decisions over MCP': tool('list_decisions', () => ({ project: 'web' })),
  'get_decision over MCP': tool('get_decision', () => ({ decision: ids.decision })),
  'list_features over MCP': tool('list_features', () => ({ project: 'web' })),
  'get_feature over MCP': tool('get_feature', () => ({ feature: ids.feature })),
  'list_activities over MCP': tool('list_activities', () => ({ project: 'web' })),
  'log_activity over MCP': tool('log_activity', () => ({ type: 'note', description: `Seen ${running++}`, project: 'web' })),
  'claim_task of a named task': async () => {
    const { task, lease } = (await tool('claim_task', () => ({ task: ids.claims.pop() }))()) as Claimed
    held.push({ task: task.key, fence: lease.fence })
  },
  'claim_task to renew a lease': tool('claim_task', () => ({ action: 'renew', ...held.at(-1) })),
  'claim_task to release a task': async () => {
    // Otherwise the call would also update seen_at, as an instance's first call in half a minute does.
    await baton.look('update agent_instances set seen_at = now()')
    await tool('claim_task', () => ({ action: 'release', ...held.pop() }))()
  },
  'resume_session over MCP': async () => {
    const { session } = (await tool('resume_session', () => ({ session: resumed || ids.agentSession, take_over: true }))()) as Resumed
    resumed = session.id
  },
  'create_feature over MCP': tool('create_feature', () => ({
    project: 'web',
    title: `Feature ${running++}`,
    description: 'What it is for',
  })),
  'advance_feature over MCP': tool('advance_feature', () => ({
    feature: ids.gated.pop(),
    evidence: [{ check: 'plan', outcome: 'pass', note: 'Written' }],
  })),
  'get_agent over MCP': tool('get_agent', () => ({ agent: 'counter' })),
  'create a note': rest(
    'POST',
    () => '/api/notes',
    () => ({ title: `Noted ${running++}`, content: `About [[${whole}]]`, project: 'web' }),
  ),
  'create_note over MCP': tool('create_note', () => ({ title: `Noted ${running++}`, content: 'What was seen', project: 'web' })),
  'create_note with links over MCP': tool('create_note', () => ({
    title: `Linked ${running++}`,
    content: `About [[${whole}]], [[Spec 3]] and [[Nothing yet]]`,
    project: 'web',
  })),
  'update_note over MCP': tool('update_note', () => ({ note: ids.note, content: `About [[${whole}]], ${running++}` })),
  'create_spec over MCP': tool('create_spec', () => ({ title: `Told ${running++}`, body: `About ${whole}`, project: 'web' })),
  'update_spec over MCP': tool('update_spec', () => ({ spec: ids.spec, body: `Version ${based_on}`, based_on: based_on++ })),
  'log_decision over MCP': tool('log_decision', () => ({ title: `Decided ${running++}`, rationale: `As in ${whole}`, project: 'web' })),
  'log_decision with links over MCP': tool('log_decision', () => ({
    title: `Decided ${running++}`,
    rationale: 'It is simpler',
    paths: ['src/**'],
    links: [whole],
    project: 'web',
  })),
  'update_decision over MCP': tool('update_decision', () => ({ decision: ids.decision, tags: [`tag-${running++}`] })),
  'list_agents over MCP': tool('list_agents', () => ({})),
  'list_skills over MCP': tool('list_skills', () => ({})),
}

interface Cost {
  query: string
  calls: number
  plans: number
  /** The minimum in milliseconds: anything else that ran at the time made the others slower. */
  plan: number
  exec: number
}

/** The calls' cost in the database, without BEGIN, COMMIT, SET and the node's own background statements, which few of the calls coincide with. */
async function costOf(call: () => Promise<unknown>): Promise<Cost[]> {
  for (let done = 0; done < warmUp; done++) await call()
  const [here] = await baton.look<{ oid: number }>('select oid from pg_database where datname = current_database()')
  await baton.look('select pg_stat_statements_reset(0, $1, 0)', [here?.oid])
  for (let done = 0; done < counted; done++) await call()
  return baton.look<Cost>(
    `select query, calls::integer, plans::integer, min_plan_time as plan, min_exec_time as exec from pg_stat_statements
     where dbid = $1 and userid::regrole::text in ('baton_app', 'baton_auth') and calls * 2 > $2
       and query !~* '^(begin|commit|rollback|set |deallocate)' order by calls desc, query`,
    [here?.oid, counted],
  )
}

const sum = (costs: readonly Cost[], of: (cost: Cost) => number) => costs.reduce((total, cost) => total + of(cost), 0)

/** Planned with every call, as opposed to once per connection, or again after the statistics have changed. */
const isPlannedAgain = ({ plans, calls }: Cost): boolean => plans * 2 >= calls

/** The violations of the limits, followed by all costs; empty if there are none. */
function faultsOf(costs: readonly Cost[], limit = most): string[] {
  const perCall = Math.floor(sum(costs, ({ calls }) => calls) / counted)
  const [plan, exec] = [sum(costs.filter(isPlannedAgain), (one) => one.calls * one.plan), sum(costs, (one) => one.calls * one.exec)]
  const faults = [
    ...(perCall < 1 ? ['no statement at all'] : []),
    ...(perCall > limit ? [`${perCall} statements, at most ${limit}`] : []),
    ...(plan > exec ? [`${plan.toFixed(2)} ms of planning, ${exec.toFixed(2)} of running`] : []),
  ]
  const told = costs.map(({ query, calls, plans, ...ms }) => `${calls} calls, ${plans} plans, ${ms.plan} + ${ms.exec} ms: ${query}`)
  return faults.length > 0 ? [...faults, ...told] : []
}

for (const [name, call] of Object.entries(calls)) {
  test(`${name}: at most ${mostOf[name] ?? most} statements, and planning takes no longer than running them`, async () => {
    expect(faultsOf(await costOf(call), mostOf[name])).toEqual([])
  })
}

/** The same, for queries sent directly to the database. */
const faultsIn = async (work: (tx: Tx, org: string) => Promise<unknown>) => {
  const place = { org: ann.user.personal_organization_id, user: ann.user.id }
  const { database } = node.assembly.kernel
  return faultsOf(await costOf(() => database.withRealm('organization', place, 'read', (tx) => work(tx, place.org))))
}

const parents = Array.from(
  { length: 6 },
  (_, at) => `join work_items w${at + 1} on w${at + 1}.org_id = w${at}.org_id and w${at + 1}.id = w${at}.parent_id`,
)
const generations = `select w6.id from work_items w0 ${parents.join(' ')} where w0.org_id = :org and w0.id = :org`

test('a call that plans longer than it runs is noticed, unless it plans once', async () => {
  const [fault] = await faultsIn((tx, org) => tx.rows(plannedEachTime(generations), { org }))
  expect(fault).toMatch('ms of planning')
  expect(await faultsIn((tx, org) => tx.rows(plannedOnce(generations), { org }))).toEqual([])
})

test('a call of too many statements is noticed', async () => {
  const [fault] = await faultsIn(async (tx, org) => {
    for (let at = 0; at <= most; at++) await tx.rows(sql(`select id as id_${at} from organizations where id = :org`), { org })
  })
  expect(fault).toMatch(`${most + 1} statements`)
})
