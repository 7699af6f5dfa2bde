import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness.ts'
import { call, clients, result } from './clients.ts'

let baton: Baton
let token: string

beforeAll(async () => {
  baton = await startBaton()
  token = (await (await baton.person('ann')).mcpToken()).token
})
afterAll(() => baton.close())

describe.each(Object.entries(clients))('a client %s', (kind, connect) => {
  const project = `p${Object.keys(clients).indexOf(kind)}`

  test('connects, is told how to start, and sees every tool', async () => {
    const client = await connect({ url: baton.url, token })
    expect(client.getInstructions()).toContain('claim_task')
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(['create_project', 'list_projects', 'create_task', 'claim_task']))
    await client.close()
  })

  test('works: makes a project and tasks, claims one and completes it', async () => {
    const client = await connect({ url: baton.url, token })
    await client.listTools()
    expect(await result(client, 'create_project', { name: project, slug: project, key: project.toUpperCase() })).toMatchObject({
      slug: project,
    })
    const titles = ['one', 'two', 'three', 'four']
    const tasks = await Promise.all(titles.map((title) => result(client, 'create_task', { project, title })))
    expect(new Set(tasks.map((task) => task.key)).size).toBe(titles.length)
    const claimed = await result(client, 'claim_task', { task: tasks[0].key })
    expect(claimed.task).toMatchObject({ key: tasks[0].key })
    const done = await result(client, 'complete_task', { task: tasks[0].key, fence: claimed.lease.fence, notes: 'done' })
    expect(done.status).toBe('complete')
    await client.close()
  })

  test('reads a refusal as a result, with the code first', async () => {
    const client = await connect({ url: baton.url, token })
    const bad = await call(client, 'create_task', { project: 'nowhere', title: '' })
    expect(bad.isError).toBe(true)
    expect(bad.content[0]?.text).toMatch(/^invalid: .*title/)
    const missing = await call(client, 'get_project', { project: 'nowhere' })
    expect(missing.isError).toBe(true)
    expect(missing.content[0]?.text).toMatch(/^not_found: /)
    await client.close()
  })

  test('gets a protocol error for a tool that does not exist', async () => {
    const client = await connect({ url: baton.url, token })
    await expect(call(client, 'no_such_tool')).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('no_such_tool') })
    await client.close()
  })
})
