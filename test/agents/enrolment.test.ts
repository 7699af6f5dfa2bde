import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton({ AGENTS_PER_TOKEN: '3' })
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(() => baton.close())

/** A call in the stateless protocol, where every request repeats the client's name. */
async function call(token: string, client: string, tool: string, given: object = {}): Promise<any> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given, _meta: meta } }
  const { text } = await send(baton.url, 'POST', '/mcp', body, {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': tool,
  })
  return JSON.parse(text.replace(/^event: message\ndata: /, '')).result
}

const agentNames = async (): Promise<string[]> =>
  (await ann.do('GET', '/api/agents')).items.map(({ name }: { name: string }) => name).toSorted()

test('reads under ever new client names leave a bounded number of agents, and write nothing once it is reached', async () => {
  const { token } = await ann.mcpToken()
  for (const name of ['one', 'two']) await call(token, name, 'list_projects')
  await Promise.all(Array.from({ length: 30 }, (_, n) => call(token, `more ${n}`, 'list_projects')))
  const names = await agentNames()
  expect(names).toHaveLength(4)
  expect(names).toEqual(expect.arrayContaining(['mcp-client', 'one', 'two']))
  const written = () => baton.look("select count(*)::int from audit where operation = 'enrolAgent'")
  const before = await written()
  for (let n = 0; n < 10; n++) expect((await call(token, `and another ${n}`, 'list_projects')).isError).toBeFalsy()
  expect(await written()).toEqual(before)
  expect(await agentNames()).toEqual(names)
  await call(token, 'and another', 'create_task', { project: 'web', title: 'By whoever' })
  const [{ actor }] = await baton.look<any>("select actor from events where type = 'task.created'")
  const shared = (await ann.do('GET', '/api/agents')).items.find(({ name }: { name: string }) => name === 'mcp-client')
  expect(actor).toMatchObject({ agent_id: shared.id })
})

test('another token has names of its own', async () => {
  const { token } = await ann.mcpToken('second')
  await call(token, 'its own', 'list_projects')
  expect(await agentNames()).toContain('its own')
})
