import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'
import { everyClient, overSse, overStreamable } from './at.ts'

let baton: Baton
let ann: Person
let token: string
let made: Record<string, any>

const rows = readFileSync(new URL('../contract/tools.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
const toolsOf = (...categories: string[]) =>
  new Set(rows.filter(([category = '']) => categories.includes(category)).map(([, tool]) => tool))

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  token = (await ann.mcpToken()).token
  for (const slug of ['web', 'api']) await ann.do('POST', '/api/projects', { name: slug, slug, key: slug.toUpperCase() })
  made = {
    here: await ann.do('POST', '/api/tasks', { project: 'web', title: 'Here' }),
    there: await ann.do('POST', '/api/tasks', { project: 'api', title: 'There' }),
    note: await ann.do('POST', '/api/notes', { project: 'api', title: 'There' }),
    own: await ann.do('POST', '/api/notes', { title: 'Mine alone' }),
    spec: await ann.do('POST', '/api/specs', { project: 'api', title: 'There', body: 'x' }),
  }
})
afterAll(() => baton.close())

const where = (path: string) => ({ url: baton.url, token, path })
const sse = (path: string, kind: string) => (kind.includes('SSE') ? `${path}/sse` : path)

describe.each(Object.entries(everyClient))('a client %s', (kind, connect) => {
  test('finds every tool at the usual address and no other', async () => {
    const client = await connect(where(sse('/mcp', kind)))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toHaveLength(55)
    expect(new Set(names)).toEqual(new Set(rows.map(([, tool]) => tool)))
    await client.close()
  })

  test('finds only what reads at /mcp/readonly, and can run nothing else there', async () => {
    const client = await connect(where(sse('/mcp/readonly', kind)))
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(15)
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    expect((await client.callTool({ name: 'get_task', arguments: { task: 'WEB-1' } })).isError).toBeFalsy()
    const write = { name: 'create_task', arguments: { project: 'web', title: 'Never' } }
    await expect(client.callTool(write)).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('only reads') })
    expect(await baton.look("select from work_items where title = 'Never'")).toEqual([])
    await client.close()
  })

  test('finds a toolset, or several, by name', async () => {
    const client = await connect(where(sse('/mcp/x/tasks,skills-workflows', kind)))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(new Set(names)).toEqual(toolsOf('Tasks', 'Skills & Workflows'))
    await expect(client.callTool({ name: 'list_projects' })).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })

  test('works in one project without naming it', async () => {
    const client = await connect(where(sse('/mcp/p/web', kind)))
    expect(client.getInstructions()).toContain('one project')
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('create_task')
    expect(names).not.toContain('list_projects')
    for (const { name, inputSchema } of tools) {
      if (name !== 'update_agent') expect(inputSchema.properties, name).not.toHaveProperty('project')
      expect(inputSchema.required ?? [], name).not.toContain('project')
    }
    const call = async (name: string, args: object) => client.callTool({ name, arguments: args as Record<string, unknown> })
    const task = (await call('create_task', { title: `By ${kind}` })).structuredContent as { key: string }
    expect(task.key).toMatch(/^WEB-/)
    const listed = (await call('list_tasks', {})).structuredContent as { items: { key: string }[] }
    expect(listed.items.every(({ key }) => key.startsWith('WEB-'))).toBe(true)
    expect((await call('list_tasks', { project: 'web' })).isError).toBeFalsy()
    await client.close()
  })
})

test('what is in another project is refused however it is named, and what is nobody’s or one’s own is not', async () => {
  const client = await overStreamable(where('/mcp/p/web'))
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args }) as Promise<any>
  const elsewhere: [string, Record<string, unknown>][] = [
    ['list_tasks', { project: 'api' }],
    ['list_tasks', { projects: ['api'] }],
    ['complete_task', { task: made['there'].key }],
    ['get_task', { task: made['there'].id }],
    ['get_note', { note: made['note'].id }],
    ['update_spec', { spec: made['spec'].ref, title: 'Taken' }],
    ['create_feature', { title: 'F', tasks: [made['there'].key] }],
    ['update_agent', { agent: 'painter', project: 'api' }],
  ]
  for (const [name, args] of elsewhere) {
    const answer = await call(name, args)
    expect([answer.isError, answer.content[0].text], name).toEqual([true, expect.stringMatching(/^forbidden: .*only in the project web/)])
  }
  expect((await call('get_note', { note: made['own'].id })).isError).toBeFalsy()
  expect((await call('get_task', { task: made['here'].id })).isError).toBeFalsy()
  expect((await call('list_notes', { personal: true })).structuredContent.items).toHaveLength(1)
  await client.close()
})

test('memory that is an agent’s own is not taken for the project’s', async () => {
  const client = await overStreamable(where('/mcp/p/web'))
  await ann.do('POST', '/api/agents', { name: 'Rememberer', slug: 'rememberer' })
  const call = async (name: string, args: Record<string, unknown>) => (await client.callTool({ name, arguments: args })) as any
  await call('store_memory', { content: 'The project’s' })
  const cleared = await call('clear_memory', { agent: 'rememberer', dry_run: true })
  expect(cleared.structuredContent.count).toBe(0)
  expect((await call('clear_memory', { dry_run: true })).structuredContent.count).toBe(1)
  await client.close()
})

test('resources and prompts of a project’s address are the project’s', async () => {
  const client = await overSse(where('/mcp/p/web/sse'))
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toContain('baton://projects/web')
  expect(resources.filter(({ uri }) => uri.includes('API') || uri.includes('/api'))).toEqual([])
  await client.readResource({ uri: `baton://tasks/${made['here'].key}` })
  for (const uri of ['baton://projects/api', `baton://tasks/${made['there'].key}`, `baton://notes/${made['note'].id}`]) {
    await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602, data: { uri } })
    await expect(client.subscribeResource({ uri }), uri).rejects.toMatchObject({ code: -32602 })
  }
  const planning = (await client.listPrompts()).prompts.find(({ name }) => name === 'plan_feature')
  expect(planning?.arguments?.map(({ name }) => name)).toEqual(['goal', 'spec'])
  const { messages } = await client.getPrompt({ name: 'plan_feature', arguments: { goal: 'A door' } })
  expect(JSON.stringify(messages)).toContain(made['here'].key)
  await expect(client.getPrompt({ name: 'plan_feature', arguments: { goal: 'x', project: 'api' } })).rejects.toMatchObject({ code: -32602 })
  await client.close()
})

test('an address that is none is not found, by words that help; one of another tenant’s project reads the same as none', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const knock = (path: string, by = token) =>
    send(baton.url, 'POST', path, ping, { authorization: `Bearer ${by}`, accept: 'application/json, text/event-stream' })
  const unknown = await knock('/mcp/x/tasks,rockets')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  expect(unknown.body.toolsets).toEqual(expect.arrayContaining(['tasks', 'memory', 'projects', 'skills-workflows']))
  expect(unknown.body.detail).toContain('memory')
  const bobs = (await (await baton.person('bob')).mcpToken()).token
  const words = async (path: string, by: string) => {
    const { status, body } = await knock(path, by)
    return [status, body.code]
  }
  expect(await words('/mcp/p/web', bobs)).toEqual([404, 'not_found'])
  expect(await words('/mcp/p/nowhere', bobs)).toEqual([404, 'not_found'])
  expect((await knock('/mcp/p/web')).status).toBe(200)
  for (const path of ['/mcp/readonly', '/mcp/x/tasks', '/mcp/p/web']) expect((await knock(path, 'svc_live_wrong')).status).toBe(401)
})

test('a session is looked for in the project of the address', async () => {
  const client = await overStreamable(where('/mcp/p/web'))
  const call = async (name: string, args: Record<string, unknown>) => (await client.callTool({ name, arguments: args })) as any
  expect((await call('resume_session', {})).content[0].text).toMatch(/^not_found: You have no session to resume/)
  const session = (await call('create_session', { goals: ['Here'] })).structuredContent
  await ann.do('POST', '/api/sessions', { goals: ['Elsewhere'], project: 'api' })
  expect((await call('resume_session', {})).structuredContent.session).toMatchObject({ project: 'web' })
  expect((await call('checkpoint_session', { session: session.id, progress: 'Some' })).isError).toBeFalsy()
  await client.close()
})
