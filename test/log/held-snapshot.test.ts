import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from '../harness/databases.ts'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
let org: string

beforeAll(async () => {
  baton = await startBaton()
  org = (await baton.person('ann')).user.personal_organization_id
})
afterAll(() => baton.close())

const event = JSON.stringify([{ type: 'activity.logged', at: '2026-01-01T00:00:00Z', actor: {}, data: { activity: { type: 'test' } } }])

/** Each append in its own transaction, so that each leaves a version of the head. */
const appendMany = (writer: pg.Client, count: number) =>
  writer.query(`do $$ begin for i in 1..${count} loop perform app.append('${event}', null); commit; end loop; end $$`)

/** The minimum of several runs: whatever else the database does meanwhile only adds pages. */
async function pagesOf(writer: pg.Client, statement: string): Promise<number> {
  const seen: number[] = []
  for (let time = 0; time < 5; time++) {
    const { rows } = await writer.query(`explain (analyze, buffers, format json) ${statement}`)
    seen.push(rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'])
  }
  return Math.min(...seen)
}

test('an append and a look at the head cost the same however long a backup holds its snapshot', async () => {
  const inDatabase = <T>(work: (client: pg.Client) => Promise<T>) => admin(baton.servers, work, baton.database)
  await inDatabase((backup) =>
    inDatabase(async (writer) => {
      await writer.query(`set app.org_id = '${org}'`)
      await writer.query('analyze log_heads')
      const look = `select seq from log_heads where org_id = '${org}' order by place desc limit 1`
      const measure = async () => {
        const append = await pagesOf(writer, `select app.append('[]', null)`)
        await writer.query('set enable_seqscan = off') // as with many organizations
        await writer.query('set enable_sort = off') // as for the role that looks up whose a credential is
        const seen = await pagesOf(writer, look)
        await writer.query('reset enable_seqscan; reset enable_sort')
        return { append, look: seen }
      }
      await backup.query('begin isolation level repeatable read; select 1 from log_heads limit 1')
      await appendMany(writer, 600)
      const early = await measure()
      await appendMany(writer, 4000)
      await writer.query('analyze log_heads') // the server does this by itself sooner or later: the indexes are larger now
      const late = await measure()
      await backup.query('commit')
      expect(late.append).toBeLessThanOrEqual(early.append + 8)
      expect(late.look).toBeLessThanOrEqual(early.look + 8)
    }),
  )
})
