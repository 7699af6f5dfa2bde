import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../test/harness/baton.ts'
import { runWhole } from '../../test/memory/worker-runs.ts'
import { verifyAudit } from './verify-audit.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
  const ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  for (let count = 0; count < 5; count++) await ann.do('POST', '/api/tasks', { project: 'web', title: `Task ${count}` })
})
afterAll(() => baton.close())

const problems = () => verifyAudit(baton.config)
const tamper = async (change: string, back: string) => {
  await baton.look(change)
  const found = await problems()
  await baton.look(back)
  return found
}

test('an untouched chain is whole, refusals included', async () => {
  const stranger = await baton.person('stranger')
  expect((await stranger.call('GET', '/api/admin/users')).status).toBe(403)
  const refused = await baton.look("select * from audit where outcome = 'forbidden' and operation = 'listUsers'")
  expect(refused).toHaveLength(1)
  expect(await problems()).toEqual([])
})

test('one edited entry is found', async () => {
  const edit = (name: string) =>
    `update audit set entry = jsonb_set(entry, '{outcome}', '"${name}"') where operation = 'createTask' and seq = (select max(seq) - 1 from audit where operation = 'createTask')`
  expect(await tamper(edit('forged'), edit('ok'))).toHaveLength(1)
  expect(await problems()).toEqual([])
})

test('one removed entry is found, also the last', async () => {
  for (const which of ['min', 'max']) {
    await baton.look(`create table if not exists kept as select org_id, seq, entry, hash, at from audit where false`)
    await baton.look(`with gone as (delete from audit where operation = 'createTask' and seq = (select ${which}(seq) from audit where operation = 'createTask')
      returning org_id, seq, entry, hash, at) insert into kept select * from gone`)
    expect(await problems(), which).not.toEqual([])
    await baton.look('insert into audit (org_id, seq, entry, hash, at) select * from kept')
    await baton.look('delete from kept')
  }
  await baton.look('drop table kept')
  expect(await problems()).toEqual([])
})

test('old entries are removed from the beginning, and a sealed anchor keeps the chain whole', async () => {
  const org = "(select org_id from audit where operation = 'createProject')"
  const past = 'update audit set at = at - interval '
  await baton.look(`${past} '4 years' where org_id = ${org} and seq <= (select max(seq) - 2 from audit where org_id = ${org})`)
  await baton.look(`update log_heads h set audit_first_at = (select min(at) from audit a where a.org_id = h.org_id) where org_id = ${org}`)
  const entries = async () => (await baton.look(`select from audit where org_id = ${keptOrg}`)).length
  const [{ org_id } = { org_id: '' }] = await baton.look<{ org_id: string }>(`select ${org} as org_id`)
  const keptOrg = `'${org_id}'`
  const before = await entries()
  expect(await runWhole(baton, 'purge', { tables: ['audit'] })).toBe(before - 2)
  expect(await entries()).toBe(2)
  expect(await problems()).toEqual([])
  const anchor = (change: string) => `update log_heads set ${change} where org_id = ${keptOrg}`
  // Removing one more entry takes the server's key, not just write access to the database.
  await baton.look(`create table spare as select org_id, seq, entry, hash, at from audit where org_id = ${keptOrg}`)
  await baton.look('create table spare_head as select * from log_heads')
  await baton.look(
    anchor(`anchor_seq = anchor_seq + 1, anchor_hash = (select hash from audit where org_id = ${keptOrg} order by seq limit 1)`),
  )
  await baton.look(`delete from audit where org_id = ${keptOrg} and seq = (select anchor_seq from log_heads where org_id = ${keptOrg})`)
  expect(await problems()).toMatchObject([{ org_id, problem: expect.stringContaining('not sealed by this server') }])
  await baton.look(anchor('anchor_seq = 0'))
  expect(await problems()).not.toEqual([])
  await baton.look(
    `update log_heads h set anchor_seq = s.anchor_seq, anchor_hash = s.anchor_hash from spare_head s where s.org_id = h.org_id`,
  )
  await baton.look('insert into audit (org_id, seq, entry, hash, at) select * from spare on conflict do nothing')
  await baton.look('drop table spare, spare_head')
  expect(await problems()).toEqual([])
  const other = await verifyAudit({ ...baton.config, SECRET_KEY: ['another secret of thirty-two letters'] })
  expect(other).toMatchObject([{ org_id, problem: expect.stringContaining('no longer in SECRET_KEY') }])
})

test('a chain that was removed as a whole still ends where it ended', async () => {
  await baton.look("update audit set at = at - interval '4 years'")
  await baton.look('update log_heads h set audit_first_at = (select min(at) from audit a where a.org_id = h.org_id)')
  await runWhole(baton, 'purge', { tables: ['audit'] })
  expect(await baton.look("select from audit where at < now() - interval '4 years'")).toEqual([])
  expect(await problems()).toEqual([])
})
