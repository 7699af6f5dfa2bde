import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleUrl } from '../../src/platform/database-login.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  for (const title of ['Task one', 'Task two']) await ann.do('POST', '/api/tasks', { project: 'web', title })
})
afterAll(() => baton.close())

test('the search for titles refuses where no organization is set, and never looks past it', async () => {
  await expect(asApp("select app.titled_tasks('''t'':*', null, 10)")).rejects.toMatchObject({ code: '42501' })
  const stranger = await baton.person('stranger')
  const found = await asApp("select app.titled_tasks('''t'':*', null, 10)", stranger.user.personal_organization_id)
  expect(found).toEqual([])
  expect(await asApp("select app.titled_tasks('''t'':*', null, 10)", ann.user.personal_organization_id)).toHaveLength(2)
})

async function asApp(text: string, org?: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: roleUrl(baton.config, 'baton_app') })
  await client.connect()
  try {
    await client.query(`begin; set local app.org_id = '${org ?? ''}'`)
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
