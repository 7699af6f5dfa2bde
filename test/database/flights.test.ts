import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Database, type TenantScope } from '../../src/platform/postgres.ts'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
let database: Database
let place: TenantScope
beforeAll(async () => {
  baton = await startBaton({ DATABASE_POOL: '1' })
  database = baton.node.assembly.kernel.database
  const { user } = await baton.person()
  place = { org: user.personal_organization_id, user: user.id }
})
afterAll(() => baton.close())

const seen = sql('select count(*)::integer as count from organizations').as<{ count: number }>()
const fails = sql('select 1 / :zero::integer as never')
const wall = sql(
  "select current_setting('app.org_id', true) as org, current_setting('transaction_read_only') as read_only, :at::integer as at",
).as<{
  org: string
  read_only: string
  at: number
}>()

test('every way of a read has its wall and changes nothing', async () => {
  const rows = await database.withRealm('organization', place, 'read', async (tx) => [
    ...(await Promise.all([tx.one(wall, { at: 1 }), tx.one(wall, { at: 2 })])),
    await tx.one(wall, { at: 3 }),
  ])
  expect(rows).toEqual([1, 2, 3].map((at) => ({ org: place.org, read_only: 'on', at })))
  const write = database.withRealm('organization', place, 'read', (tx) => tx.rows(sql('update agents set name = name'), {}))
  await expect(write).rejects.toMatchObject({ message: 'a read wrote', cause: { code: '25006' } })
})

test('outside of it nothing of a wall is left on the connection', async () => {
  await database.withRealm('organization', place, 'read', (tx) => tx.rows(seen, {}))
  const [row] = await database.withRealm('organization', { org: null, user: null }, 'read', (tx) => tx.rows(wall, { at: 0 }))
  expect(row?.org).toBe('')
})

test.each(['read', 'write'] as const)('a statement that fails ends its %s, and the connection goes on', async (mode) => {
  const attempt = database.withRealm('organization', place, mode, (tx) =>
    Promise.allSettled([tx.one(wall, { at: 1 }), tx.rows(fails, { zero: 0 }), tx.one(wall, { at: 2 })]).then(async (all) => {
      expect(all).toMatchObject([{ status: 'fulfilled' }, { reason: { code: '22012' } }, { reason: { code: '25P02' } }])
      await tx.rows(seen, {})
    }),
  )
  await expect(attempt).rejects.toMatchObject({ code: '25P02' })
  expect(await database.withRealm('organization', place, mode, (tx) => tx.row(wall, { at: 4 }))).toMatchObject({ org: place.org, at: 4 })
})

test('a statement that was never prepared because one before it failed is prepared the next time', async () => {
  const fresh = sql('select :text::text as text')
  const both = database.withRealm('organization', place, 'read', (tx) =>
    Promise.all([tx.rows(fails, { zero: 0 }), tx.rows(fresh, { text: 'a' })]),
  )
  await expect(both).rejects.toMatchObject({ code: '22012' })
  const again = () => database.withRealm('organization', place, 'read', (tx) => tx.row(fresh, { text: 'b' }))
  expect([await again(), await again()]).toEqual([{ text: 'b' }, { text: 'b' }])
})

test('a handler that ends before its statements are sent leaves none behind', async () => {
  const attempt = database.withRealm('organization', place, 'write', async (tx) => {
    tx.rows(sql("update agents set name = 'left'"), {}).catch(() => {})
    throw new Error('ended')
  })
  await expect(attempt).rejects.toThrow('ended')
  expect(await baton.look("select from pg_stat_activity where datname = current_database() and state like 'idle in%'")).toEqual([])
})

test.each(['{}', '{a,b-2,c/d.e}', '{NULL,a}', '{"a b",c}', '{"NULL"}', '{"a,b","{c}","\\""}'])(
  'a list of texts is read as it is: %s',
  async (text) => {
    const list = sql('select :text::text[] as list, to_json(:text::text[]) as json').as<{ list: string[]; json: string[] }>()
    const row = await database.withRealm('organization', place, 'read', (tx) => tx.one(list, { text }))
    expect(row.list).toEqual(row.json)
  },
)
