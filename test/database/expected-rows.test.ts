import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plannedEachTime, sql, type Database, type Tx } from '../../src/platform/postgres.ts'
import { expectRow, together } from '../../src/platform/together.ts'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
let read: <T>(work: (ctx: { tx: Tx }) => Promise<T>) => Promise<T>
let sent: string[]
beforeAll(async () => {
  baton = await startBaton()
  const database: Database = baton.node.assembly.kernel.database
  const { user } = await baton.person()
  const place = { org: user.personal_organization_id, user: user.id }
  read = (work) =>
    database.withRealm('organization', place, 'read', (tx) => {
      sent = []
      const rows: Tx['rows'] = (statement, values) => (sent.push(statement.text), tx.rows(statement, values))
      const one: Tx['one'] = (statement, values) => (sent.push(statement.text), tx.one(statement, values))
      return work(together({ tx: { ...tx, rows, one } }))
    })
})
afterAll(() => baton.close())

const animals = "(values (1, 'cat', null), (2, 'dog', now())) a (id, name, seen_at)"
const byName = sql(`select id, name, seen_at from ${animals} where name = :name`).as<{ id: number; name: string; seen_at: string | null }>()
const byNameEachTime = plannedEachTime(`select id, name, seen_at from ${animals} where name = :name and true`).as<{
  id: number
  name: string
}>()
const legsOf = sql('select legs from (values (1, 4), (2, 3)) l (id, legs) where id = :id').as<{ legs: number }>()
const words = sql('select array_length(:words::text[], 1) as count, :words::text[] as words').as<{ count: number; words: string[] }>()

describe('a row that is expected', () => {
  it('is found in one statement with what names its columns', async () => {
    const found = await read(async (ctx) => {
      const dog = expectRow(ctx, byName, { name: 'dog' })
      return Promise.all([
        dog.row,
        ctx.tx.row(legsOf, { id: dog.column('id') }),
        ctx.tx.row(words, { words: [dog.column('name'), dog.column('id')] }),
      ])
    })
    expect(found).toEqual([{ id: 2, name: 'dog', seen_at: expect.stringMatching(/Z$/) }, { legs: 3 }, { count: 2, words: ['dog', '2'] }])
    expect(sent).toHaveLength(1)
  })

  it('is null to them where there is none', async () => {
    const found = await read(async (ctx) => {
      const bird = expectRow(ctx, byName, { name: 'bird' })
      return Promise.all([bird.row, ctx.tx.rows(legsOf, { id: bird.column('id') })])
    })
    expect(found).toEqual([undefined, []])
    expect(sent).toHaveLength(1)
  })

  it('is waited for where the two cannot be one statement', async () => {
    const found = await read(async (ctx) => {
      const dog = expectRow(ctx, byNameEachTime, { name: 'dog' })
      return Promise.all([
        ctx.tx.row(legsOf, { id: dog.column('id') }),
        ctx.tx.row(words, { words: [dog.column('name'), dog.column('name')] }),
      ])
    })
    expect(found).toEqual([{ legs: 3 }, { count: 2, words: ['dog', 'dog'] }])
    expect(sent).toHaveLength(3)
  })

  it('is known to what is asked later', async () => {
    const found = await read(async (ctx) => {
      const dog = expectRow(ctx, byName, { name: 'dog' })
      await dog.row
      return ctx.tx.row(legsOf, { id: dog.column('id') })
    })
    expect(found).toEqual({ legs: 3 })
  })
})
