import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidenceGate, shaA, startAcme, type Acme } from './acme.ts'
import { connectAside, waitForLocks } from '../harness/locks.ts'

let acme: Acme
beforeAll(async () => void (acme = await startAcme()))
afterAll(() => acme.close())

const gates = ['one', 'two', 'three', 'four'].map((key) => evidenceGate(key, 'tests', 'claimed'))

async function ready(): Promise<string> {
  const { id } = await acme.feature(acme.ann, gates)
  await acme.ann.api.reportCommit({ feature: id, commit: shaA })
  await acme.ann.api.addEvidence({ feature: id, check: 'tests', outcome: 'pass', note: 'Green', commit: shaA })
  return id
}

test('of eight who advance past the same gate at once, one moves it and the others are refused', async () => {
  const id = await ready()
  const answers = await Promise.all(Array.from({ length: 8 }, () => acme.ann.call('POST', `/api/features/${id}/advance`, { gate: 'one' })))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(await acme.ann.api.getFeature({ feature: id })).toMatchObject({ gate: 'two' })
})

test('who waited for the other’s move does not move on behind it, even without naming the gate', async () => {
  const id = await ready()
  const holder = await connectAside(acme.baton)
  await holder.query('begin')
  await holder.query('select from features where id = $1 for update', [id])
  const advancing = [1, 2].map(() => acme.ann.call('POST', `/api/features/${id}/advance`, {}))
  await waitForLocks(acme.baton, 2)
  await holder.query('commit')
  await holder.end()
  const answers = await Promise.all(advancing)
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await acme.ann.api.getFeature({ feature: id })).gate).toBe('two')
  const moves = (await acme.events(id)).filter((event) => event.type === 'feature.advanced')
  expect(moves).toHaveLength(1)
})
