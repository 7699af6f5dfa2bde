import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { result, streamableClient } from '../mcp/clients.ts'

interface Page {
  cursor: string | null
  rows: number
}

let baton: Baton
let client: pg.Client
const folder = new URL('../../database/migrations/', import.meta.url)
const files = globSync('*.sql', { cwd: folder })
  .toSorted()
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
  .filter(({ text }) => text.startsWith('-- backfill'))

/** One row of everything that backfills read: on the empty database of a new installation there is nothing they could fail on. */
beforeAll(async () => {
  baton = await startBaton()
  const ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  const text = 'After [[Release checklist|the list]] and WEB-1.'
  const task = await ann.do('POST', '/api/tasks', { project: 'web', title: 'First', description: text, labels: ['api'] })
  await ann.do('PATCH', `/api/tasks/${task.key}`, { status: 'in_progress' })
  await ann.do('POST', `/api/tasks/${task.key}/comments`, { body: text })
  await ann.do('POST', `/api/tasks/${task.key}/comments`, { body: 'Up or down?', choices: ['Up', 'Down'] })
  await ann.do('PATCH', '/api/settings/preferences', { notifications: { mention: { mail: 'off' } } })
  const agent = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token, client: 'noted' })
  const session = await result(agent, 'create_session', { project: 'web', goals: ['Be noted'] })
  await result(agent, 'checkpoint_session', { session: session.id, progress: 'Half way' })
  await agent.close()
  const note = await ann.do('POST', '/api/notes', { project: 'web', title: 'Release checklist', content: text })
  await ann.do('POST', `/api/notes/${note.id}/publish`, {})
  await ann.do('POST', '/api/specs', { project: 'web', title: 'Login', body: text })
  await ann.do('POST', '/api/decisions', { project: 'web', title: 'Sessions', context: text, rationale: text })
  await ann.do('POST', '/api/memories', { project: 'web', content: 'Login takes a second.' })
  await ann.do('POST', '/api/features', { project: 'web', title: 'Login' })
  const url = new URL(baton.servers.adminUrl)
  url.pathname = `/${baton.database}`
  client = new pg.Client({ connectionString: url.href })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await baton.close()
})

test.each(files)('$name runs over a database in use, to its end', async ({ text }) => {
  await client.query('begin')
  await client.query('set local role baton_owner')
  try {
    let cursor: string | null = null
    let looked = 0
    for (let batches = 0; batches < 20; batches++) {
      const page: Page | undefined = (await client.query<Page>(text, [cursor, 100])).rows[0]
      if (!page || page.rows === 0) break
      looked += page.rows
      expect(page.cursor).not.toBe(cursor)
      cursor = page.cursor
    }
    expect(looked).toBeGreaterThan(0)
  } finally {
    await client.query('rollback')
  }
})
