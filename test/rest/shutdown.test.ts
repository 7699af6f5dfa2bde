import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '../../src/capabilities/operations.ts'
import { contract } from '../../src/kernel/contract.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { startBaton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
const { promise: released, resolve: release } = Promise.withResolvers<void>()

const slow: Operation = {
  name: 'slow',
  contract: contract({
    summary: 'Answers when the test says so',
    realm: 'public',
    permission: 'anyone',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ finished: z.boolean() }),
    http: [{ method: 'GET', path: '/api/slow' }],
  }),
  phases: {
    async prepare() {
      enter()
      await released
    },
    handle: async () => ({ finished: true }),
  },
}

test('a node that stops finishes what it has begun and then lets go of the connection', async () => {
  const baton = await startBaton({}, new Map([...operations, ['slow', slow]]))
  const answer = send(baton.url, 'GET', '/api/slow')
  await entered
  expect((await send(baton.url, 'GET', '/health/ready')).body.draining).toBe(false)
  const closed = baton.close()
  const { status } = await send(baton.url, 'GET', '/health/ready')
  expect(status).toBe(503)
  const serving = () =>
    send(baton.url, 'GET', '/health').then(
      ({ status }) => status === 200,
      () => false,
    )
  while (await serving());
  release()
  expect((await answer).body).toEqual({ finished: true })
  expect((await answer).headers.get('connection')).toBe('close')
  await closed
  await expect(send(baton.url, 'GET', '/health')).rejects.toThrow()
})
