import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { call, clients, result, type McpClient, type Reply, type Seat } from './clients.ts'

let baton: Baton
let ann: Person
let token: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  token = (await ann.mcpToken()).token
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'The first' })
})
afterAll(() => baton.close())

/** Combinations that the protocol rules out, and why. */
const absent = {
  'v1 without state (2026-07-28)': 'The v1 client ends at 2025-11-25: it has no requests without a session.',
  'v1 that negotiates its version': 'It offers one version in initialize and takes what it gets: there is nothing to negotiate.',
  'any client over SSE without state': '2026-07-28 has no stream to post to: SSE is a session by itself.',
}

type Cell = (
  use: <Result>(work: (client: McpClient) => Promise<Result>, seat?: Partial<Seat>) => Promise<Result>,
  kind: string,
) => Promise<void>

const newTask = (title: string) => ann.do('POST', '/api/tasks', { project: 'web', title })
const isThere = async (key: string) => (await ann.do('GET', `/api/tasks/${key}`)).deleted_at === null
const agreeing = (reply: Reply, heard: string[]) => ({ person: (question: string) => (heard.push(question), reply) })

/** What every client can do, whichever protocol version and address it uses. */
const cells: Record<string, Cell> = {
  'is told how to start': async (use) => {
    expect(await use(async (client) => client.getInstructions())).toContain('claim_task')
  },

  'lists 55 tools': async (use) => {
    const { tools } = await use((client) => client.listTools())
    expect(new Set(tools.map(({ name }) => name)).size).toBe(55)
  },

  'calls: makes a task, claims it and completes it': async (use, kind) => {
    await use(async (client) => {
      await client.listTools()
      const { key } = await result(client, 'create_task', { project: 'web', title: kind })
      const { lease } = await result(client, 'claim_task', { task: key })
      expect(await result(client, 'complete_task', { task: key, fence: lease.fence, notes: 'done' })).toMatchObject({ status: 'complete' })
    })
  },

  'is told how far a long call is': async (use) => {
    const steps: number[] = []
    const options = { onprogress: ({ progress }: { progress: number }) => void steps.push(progress) }
    await use((client) => client.callWith({ name: 'generate_agents_md', arguments: { project: 'web' } }, options))
    expect(steps.length).toBeGreaterThan(2)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  },

  'lists and reads resources': async (use) => {
    await use(async (client) => {
      const { resources } = await client.listResources()
      expect(resources.map(({ uri }) => uri)).toContain('baton://projects/web')
      const { contents } = await client.readResource({ uri: 'baton://tasks/WEB-1' })
      expect(contents[0]).toMatchObject({ uri: 'baton://tasks/WEB-1', text: expect.stringContaining('The first') })
      await expect(client.readResource({ uri: 'baton://tasks/WEB-999999' })).rejects.toMatchObject({ code: -32602 })
    })
  },

  'completes what is being typed': async (use) => {
    const request = { ref: { type: 'ref/resource', uri: 'baton://projects/{slug}' }, argument: { name: 'slug', value: 'w' } } as const
    const { completion } = await use((client) => client.complete(request))
    expect(completion.values).toContain('web')
  },

  'lists and gets prompts': async (use) => {
    await use(async (client) => {
      const { prompts } = await client.listPrompts()
      expect(prompts.map(({ name }) => name)).toContain('standup')
      const { messages } = await client.getPrompt({ name: 'standup', arguments: { project: 'web' } })
      expect(messages.length).toBeGreaterThan(0)
    })
  },

  'asks its person before it deletes, and does what they say': async (use, kind) => {
    const [kept, gone] = [await newTask(`kept ${kind}`), await newTask(`gone ${kind}`)]
    const heard: string[] = []
    const refused = await use((client) => call(client, 'delete_task', { task: kept.key }), agreeing({ action: 'decline' }, heard))
    expect(refused.content[0]?.text).toMatch(/^needs_confirmation: /)
    await use(
      (client) => result(client, 'delete_task', { task: gone.key }),
      agreeing({ action: 'accept', content: { confirm: true } }, heard),
    )
    expect(heard).toEqual([expect.stringContaining(kept.key), expect.stringContaining(gone.key)])
    expect([await isThere(kept.key), await isThere(gone.key)]).toEqual([true, false])
  },

  'deletes by an argument where nobody can be asked': async (use, kind) => {
    const { key } = await newTask(kind)
    expect((await use((client) => call(client, 'delete_task', { task: key }))).content[0]?.text).toMatch(
      /^needs_confirmation: .*confirm: true/,
    )
    await use((client) => result(client, 'delete_task', { task: key, confirm: true }))
    expect(await isThere(key)).toBe(false)
  },

  'reads a refusal as a result, with the code first': async (use) => {
    await use(async (client) => {
      const bad = await call(client, 'create_task', { project: 'web', title: '' })
      expect([bad.isError, bad.content[0]?.text]).toEqual([true, expect.stringMatching(/^invalid: .*title/)])
      const missing = await call(client, 'get_project', { project: 'nowhere' })
      expect([missing.isError, missing.content[0]?.text]).toEqual([true, expect.stringMatching(/^not_found: /)])
    })
  },

  'gets a protocol error for a tool that does not exist': async (use) => {
    await use((client) =>
      expect(call(client, 'no_such_tool')).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('no_such_tool') }),
    )
  },
}

describe.each(Object.entries(clients))('a client %s', (kind, connect) => {
  test.each(Object.entries(cells))('%s', async (_, cell) => {
    await cell(async (work, seat = {}) => {
      const client = await connect({ url: baton.url, token, ...seat })
      try {
        return await work(client)
      } finally {
        await client.close()
      }
    }, kind)
  })
})

test('what is not in the table is not in the protocol', () => {
  for (const kind of Object.keys(absent)) expect(Object.keys(clients)).not.toContain(kind)
})
