import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationsBehind } from '../../src/capabilities/log/follow-log.ts'
import type { Database } from '../../src/platform/postgres.ts'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
let database: Database

beforeAll(async () => {
  baton = await startBaton()
  database = baton.node.assembly.kernel.database
})
afterAll(() => baton?.close())

/** Adds this many organizations with an event that no reader has read. */
async function addUnread(count: number): Promise<void> {
  await baton.look(
    `with made as (select gen_random_uuid() as id from generate_series(1, $1::integer)),
      named as (insert into handles (handle, kind, id) select 'u' || left(replace(id::text, '-', ''), 20), 'organization', id from made returning handle, id),
      organized as (insert into organizations (id, handle, name) select id, handle, 'Unread' from named returning id)
    insert into log_heads (org_id, seq) select id, 1 from organized`,
    [count],
  )
  await baton.look('vacuum analyze log_heads')
}

const readAs = (reader: string, orgs: string[]) =>
  baton.look('insert into log_readers (org_id, reader, seq) select org, $1, 1 from unnest($2::uuid[]) org', [reader, orgs])

/** How many 8 kB pages one call reads. */
async function pagesOf(after: string, limit: number): Promise<number> {
  const [row] = await baton.look<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, timing off, format json) select * from app.unread_heads('${after}', ${limit})`,
  )
  const { Plan: plan } = row!['QUERY PLAN'][0]
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

test('every organization with something unread is found, page after page, for the readers it waits for', async () => {
  await addUnread(25)
  const all = (await organizationsBehind(database, null)).behind
  const [first, second, third] = all.map(({ org_id }) => org_id) as [string, string, string]
  await readAs('notifications', [first, second])
  await readAs('webhooks', [first])
  await baton.look('update organizations set deleted_at = now() where id = $1', [third])

  const found: { org_id: string; readers: string[] }[] = []
  let place: string | null = null
  do {
    const { behind, next } = await organizationsBehind(database, place, 7)
    found.push(...behind)
    place = next
  } while (place !== null)

  expect(found.map(({ org_id }) => org_id)).toEqual(all.map(({ org_id }) => org_id).filter((org) => org !== first && org !== third))
  expect(found[0]).toEqual({ org_id: second, readers: ['webhooks'] })
  const heads = await baton.look<{ org_id: string; unread: boolean }>(
    'select org_id, unread from log_heads where org_id = any($1::uuid[])',
    [[first, second, third]],
  )
  expect(Object.fromEntries(heads.map(({ org_id, unread }) => [org_id, unread]))).toEqual({ [first]: false, [second]: true, [third]: true })
})

test('a look reads as many pages whether a thousand wait or twenty thousand', async () => {
  const nil = '00000000-0000-0000-0000-000000000000'
  await addUnread(1000)
  for (let warm = 0; warm < 6; warm++) await pagesOf(nil, 100)
  const few = await pagesOf(nil, 100)
  await addUnread(20_000)
  await pagesOf(nil, 100)
  expect(await pagesOf(nil, 100)).toBeLessThan(few * 2)
  expect(await pagesOf('80000000-0000-0000-0000-000000000000', 100)).toBeLessThan(few * 2)
})
