import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { startNode, type Node } from '../../../src/main/node.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'

let baton: Baton
let node: Node
let token: string
/** How many SDK servers were created: a call answered directly needs none. */
let made = 0

beforeAll(async () => {
  baton = await startBaton()
  node = await startNode(baton.config, operations, baton.clock, { extendServer: () => void made++ })
  const ann = await baton.person('ann')
  token = (await ann.mcpToken()).token
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  for (const title of ['One', 'Two “quoted” and 漢字', 'Three']) await ann.do('POST', '/api/tasks', { project: 'web', title })
})
afterAll(async () => {
  await node.close()
  await baton.close()
})

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
}

interface Change {
  method?: string
  path?: string
  headers?: Record<string, string | undefined>
  body?: object
  params?: object
  _meta?: object
}

async function send(name: string, given: object, { method = 'POST', path = '/mcp', headers, body, params, _meta = meta }: Change = {}) {
  const before = made
  const answer = await fetch(new URL(path, node.address), {
    method,
    headers: Object.fromEntries(
      Object.entries({
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
        ...headers,
      }).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: given, _meta, ...params }, ...body }),
  })
  const varying = new Set(['date', 'content-length', 'x-request-id'])
  const text = await answer.text()
  const seen = { status: answer.status, headers: [...answer.headers].filter(([header]) => !varying.has(header)), body: JSON.parse(text) }
  return { direct: made === before, seen }
}

/** No handler reads this field, but its presence routes the call through the SDK. */
const throughSdk = { _meta: { ...meta, 'test.example/aside': true } }

// A tool with a variant that changes something counts as a write.
const reads = [...operations.values()].filter(({ contract: { mcp, effect } }) => mcp && effect === 'read' && !mcp.variants?.changes)

test.each(reads.map(({ contract }) => contract.mcp?.tool ?? ''))('%s says the same directly and through the SDK', async (tool) => {
  const tries = [{}, { project: 'web' }, { task: 'WEB-2' }, { query: 'One' }, { project: 'nowhere' }, { project: 7, limit: -1 }]
  for (const given of tries.flatMap((one) => [one, { ...one, response_format: 'detailed' }])) {
    const [direct, sdk] = [await send(tool, given), await send(tool, given, throughSdk)]
    expect([direct.direct, sdk.direct]).toEqual([true, false])
    expect(direct.seen).toEqual(sdk.seen)
  }
})

const writes = [...operations.values()].filter(({ contract: { mcp, effect } }) => mcp && (effect === 'create' || effect === 'change'))

test.each(writes.map(({ contract }) => contract.mcp?.tool ?? ''))(
  '%s is refused the same way directly and through the SDK',
  async (tool) => {
    for (const given of [{ no_such_argument: 1 }, { project: 7, task: [], note: 5 }, { project: 'nowhere', no_such_argument: 1 }]) {
      const [direct, sdk] = [await send(tool, given), await send(tool, given, throughSdk)]
      expect([direct.direct, sdk.direct]).toEqual([true, false])
      expect(direct.seen.body.result.isError).toBe(true)
      expect(direct.seen).toEqual(sdk.seen)
    }
  },
)

test.each([
  ['create_task', { project: 'web', title: 'Four' }],
  ['create_task', { project: 'web', title: 'A whole', kind: 'epic' }],
  ['create_task', { project: 'nowhere', title: 'Four' }],
  ['update_task', { task: 'WEB-1', title: 'First' }],
  ['create_note', { project: 'web', title: 'Note', content: 'About [[WEB-1]] and [[Nothing]]' }],
  ['claim_task', { task: 'WEB-3' }],
])('%s writes directly what it would through the SDK', async (tool, given) => {
  // With the same key, the second call returns the stored result of the first.
  const once = { ...given, idempotency_key: JSON.stringify(given) }
  const [direct, sdk] = [await send(tool, once), await send(tool, once, throughSdk)]
  expect([direct.direct, sdk.direct]).toEqual([true, false])
  expect(direct.seen).toEqual(sdk.seen)
})

test('narrower addresses say the same too', async () => {
  for (const path of ['/mcp/readonly', '/mcp/x/tasks', '/mcp/p/web', '/mcp/sse']) {
    for (const tool of ['list_tasks', 'get_task', 'list_projects', 'list_notes']) {
      const given = tool === 'get_task' ? { task: 'WEB-1' } : {}
      const [direct, sdk] = [await send(tool, given, { path }), await send(tool, given, { path, ...throughSdk })]
      expect(direct.seen, `${path} ${tool}`).toEqual(sdk.seen)
    }
  }
})

const unusual: [string, Change][] = [
  ['another HTTP method', { method: 'DELETE' }],
  ['another version in the header', { headers: { 'mcp-protocol-version': '2025-11-25' } }],
  ['no version in the header', { headers: { 'mcp-protocol-version': undefined } }],
  ['another method in the header', { headers: { 'mcp-method': 'tools/list' } }],
  ['no method in the header', { headers: { 'mcp-method': undefined } }],
  ['another tool in the header', { headers: { 'mcp-name': 'get_task' } }],
  ['no tool in the header', { headers: { 'mcp-name': undefined } }],
  ['an argument in a header', { headers: { 'mcp-param-project': 'web' } }],
  ['a session', { headers: { 'mcp-session-id': 'a.b.c' } }],
  ['JSON alone accepted', { headers: { accept: 'application/json' } }],
  ['more said of the JSON', { headers: { 'content-type': 'application/json; charset=utf-8' } }],
  ['a progress token', { _meta: { ...meta, progressToken: 1 } }],
  ['no envelope', { params: { _meta: undefined } }],
  ['a version missing', { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': undefined } }],
  ['a version of tomorrow', { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }],
  ['a client without a version', { _meta: { ...meta, 'io.modelcontextprotocol/clientInfo': { name: 'tester' } } }],
  ['capabilities that are none', { _meta: { ...meta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: 5 } } }],
  ['answers to a question', { params: { inputResponses: {} } }],
  ['arguments that are a list', { params: { arguments: [1] } }],
  ['a broken id', { body: { id: 1.5 } }],
  ['no id', { body: { id: null } }],
  ['another JSON-RPC', { body: { jsonrpc: '1.0' } }],
]

test.each(unusual)('%s is left to the SDK, which may refuse it', async (_, change) => {
  const { direct, seen } = await send('list_tasks', { project: 'web' }, change)
  expect(direct && seen.body.error === undefined).toBe(false)
})

test('what deletes, and may ask first, and unknown tools are left to the SDK', async () => {
  expect((await send('delete_task', { task: 'WEB-1' })).direct).toBe(false)
  expect((await send('delete_task', { task: 'WEB-1', dry_run: true })).direct).toBe(false)
  expect((await send('no_such_tool', {})).direct).toBe(false)
})
