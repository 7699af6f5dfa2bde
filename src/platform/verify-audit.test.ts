import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../test/harness.ts'
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
