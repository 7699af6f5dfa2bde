import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '../../src/capabilities/operations.ts'
import { contract } from '../../src/kernel/contract.ts'
import { implement, type Operation } from '../../src/kernel/operation.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { connectAside, waitForLocks, addPatientNode } from '../harness/locks.ts'
import { waitFor, settles } from '../harness/wait.ts'
import { Person } from '../harness/person.ts'

let baton: Baton
afterEach(() => baton.close())

test('writers that wait for a lock in one organization leave connections for everybody else', async () => {
  baton = await startBaton()
  const [ann, bob] = [await baton.person('ann'), await baton.person('bob')]
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await bob.do('GET', '/api/projects')
  const holder = await connectAside(baton)
  const write = (who: Person) =>
    Array.from({ length: 20 }, (_, n) => who.call('POST', '/api/tasks', { project: 'web', title: `Waits ${n}` }))
  await holder.query("begin; select from projects where slug = 'web' for update")
  const refused = await settles('the writers to be refused', Promise.all(write(ann)))
  expect(refused.every(({ status }) => status === 503)).toBe(true)
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  // On a node whose writers wait for as long as they have to, the others are answered while they wait.
  const { address } = await addPatientNode(baton)
  const [writer, reader] = [ann, bob].map((one) => new Person(address, one, one.password)) as [Person, Person]
  const writers = write(writer)
  await waitForLocks(baton)
  for (let read = 0; read < 5; read++) await reader.do('GET', '/api/projects')
  await waitForLocks(baton)
  await holder.query('rollback')
  await holder.end()
  const statuses = (await Promise.all(writers)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 503)).toContain(201)
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'Goes through again' })
})

const { promise: released, resolve: release } = Promise.withResolvers<void>()
let running = 0
const large: Operation = {
  name: 'large',
  ...implement(
    contract({
      summary: 'Takes until the test says so',
      realm: 'organization',
      permission: 'task:read',
      effect: 'read',
      heavy: true,
      input: z.strictObject({}),
      output: z.object({ finished: z.boolean() }),
      http: [{ method: 'GET', path: '/api/large' }],
    }),
    {
      async prepare() {
        running++
        await released
      },
      handle: async () => ({ finished: true }),
    },
  ),
}

test('large work is bounded for a user (429) and for the node (503), and small work goes on beside it', async () => {
  baton = await startBaton({ HEAVY_PER_USER: '1', HEAVY_PER_NODE: '2' }, new Map([...operations, ['large', large]]))
  const [ann, bob, cid] = [await baton.person('ann'), await baton.person('bob'), await baton.person('cid')]
  const first = ann.do('GET', '/api/large')
  await waitFor('the first large call', () => running === 1)
  const refused = await ann.call('GET', '/api/large')
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const second = bob.do('GET', '/api/large')
  await waitFor('the second large call', () => running === 2)
  const full = await cid.call('GET', '/api/large')
  expect([full.status, full.body.code]).toEqual([503, 'unavailable'])
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
  for (const person of [ann, bob, cid]) await person.do('GET', '/api/projects')
  release()
  expect(await Promise.all([first, second])).toEqual([{ finished: true }, { finished: true }])
  await cid.do('GET', '/api/large')
})
