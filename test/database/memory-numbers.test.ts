import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
let client: pg.Client
const org = '00000000-0000-7000-8000-000000000001'
const text = (name: string) => readFileSync(new URL(`../../database/migrations/${name}.sql`, import.meta.url), 'utf8')
const backfills = ['0234_fill_refs_of_project_memories', '0235_fill_refs_of_own_memories'].map(text)

beforeAll(async () => {
  baton = await startBaton()
  const ann = await (await baton.person('ann')).createOrganization('acme')
  const web = await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  const api = await ann.do('POST', '/api/projects', { name: 'Api', slug: 'api', key: 'API' })
  const agents = [
    await ann.do('POST', '/api/agents', { name: 'One', role: 'r' }),
    await ann.do('POST', '/api/agents', { name: 'Two', role: 'r' }),
  ]
  const url = new URL(baton.servers.adminUrl)
  url.pathname = `/${baton.database}`
  client = new pg.Client({ connectionString: url.href })
  await client.connect()
  // As they were before they had numbers. Two that were written at the same moment share a place.
  await client.query('alter table memories drop constraint memories_numbered, disable trigger number_memory')
  const insert = (n: number, scope: string, of: string, place: number) =>
    client.query(
      `insert into memories (org_id, id, scope, scope_id, project_id, owner_id, place, content, trust, created_by, created_at, updated_at)
        values ($1, $2, $3, $4::uuid, case $3 when 'project' then $4::uuid end, case $3 when 'agent' then $5::uuid end, $6, $7, 'agent', $5, now(), now())`,
      [ann.organization, org.replace(/1$/, n.toString(16)), scope, of, ann.user.id, place, `memory ${n}`],
    )
  for (let n = 1; n <= 5; n++) await insert(n, 'project', web.id, n)
  await insert(6, 'project', web.id, 5)
  await insert(7, 'project', api.id, 1)
  await insert(8, 'agent', agents[0].id, 1)
  await insert(9, 'agent', agents[1].id, 1)
  await insert(10, 'agent', agents[0].id, 2)
  await client.query('alter table memories enable trigger number_memory')
  for (const [project, n] of [['web', 11] as const, ['api', 12] as const])
    await ann.do('POST', '/api/memories', { project, content: `memory ${n}` })
})
afterAll(async () => {
  await client.end()
  await baton.close()
})

test.each([1, 2, 3, 100])(
  'what was there before has the first numbers in order, and what comes meanwhile the next, in batches of %i',
  async (size) => {
    await client.query('begin')
    try {
      for (const backfill of backfills) {
        let cursor: string | null = null
        for (;;) {
          const page: { cursor: string | null; rows: number } = (await client.query(backfill, [cursor, size])).rows[0]
          if (page.rows === 0) break
          expect(page.cursor).not.toBe(cursor)
          cursor = page.cursor
          await client.query(
            `insert into memories (org_id, id, scope, scope_id, project_id, owner_id, place, content, trust, created_by, created_at, updated_at)
            select org_id, gen_random_uuid(), scope, scope_id, project_id, owner_id, place + 100, 'later', trust, created_by, now(), now()
            from memories where content = 'memory 9' and not exists (select from memories where content = 'later')`,
          )
        }
      }
      const { rows } = await client.query(
        "select substring(content, '\\d+')::integer as n, ref from memories where content <> 'later' order by 1",
      )
      expect(rows.map(({ ref }) => ref)).toEqual([
        ...['WEB-M1', 'WEB-M2', 'WEB-M3', 'WEB-M4', 'WEB-M5', 'WEB-M6', 'API-M1', 'M1', 'M2', 'M3'],
        ...['WEB-M7', 'API-M2'],
      ])
      expect((await client.query("select ref from memories where content = 'later'")).rows).toEqual([{ ref: 'M4' }])
      const { rows: last } = await client.query("select last_number from record_numbers where kind = 'memory' order by 1")
      expect(last.map(({ last_number }) => last_number)).toEqual([2, 4, 7])
      await client.query(text('0236_memories_have_refs').replace(/^.*concurrently.*$/m, ''))
    } finally {
      await client.query('rollback')
    }
  },
)

test('an import keeps a number that is free, goes on after it, and gets the next one for one that is taken', async () => {
  await client.query('begin')
  try {
    const insert = (id: string, number: number | null) =>
      client.query<{ ref: string }>(
        `insert into memories (org_id, id, number, scope, scope_id, project_id, place, content, trust, created_by, created_at, updated_at)
          select org_id, $1, $2, scope, scope_id, project_id, 50, 'imported', trust, created_by, now(), now() from memories where content = 'memory 12'
          on conflict do nothing returning ref`,
        [id, number],
      )
    const refs: (string | undefined)[] = []
    for (const [n, number] of [
      [1, 2],
      [2, 50],
      [3, null],
      [2, 50],
      [4, 40],
      [5, null],
    ] as const)
      refs.push((await insert(org.replace(/01$/, `f${n}`), number)).rows[0]?.ref)
    expect(refs).toEqual(['API-M3', 'API-M50', 'API-M51', undefined, 'API-M40', 'API-M52'])
  } finally {
    await client.query('rollback')
  }
})
