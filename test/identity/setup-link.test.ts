import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations, type InputOf, type OutputOf } from '../../src/capabilities/operations.ts'
import { nobody, system as systemOf } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { newId } from '../../src/platform/ids.ts'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

const system = { ...nobody, credential: { kind: 'system', id: null } } as const
const offer = async (): Promise<string> => {
  const input = { email: 'first@example.com' }
  const { token } = await execute(baton.node.assembly.kernel, operations.get('offerSetup'), system, input, { door: 'worker' })
  return token ?? ''
}
const setup = (input: InputOf<'getSetup'>): Promise<OutputOf<'getSetup'>> =>
  execute(baton.node.assembly.kernel, operations.get('getSetup'), nobody, input, { door: 'rest' })

test('only the newest setup link is valid', async () => {
  const first = await offer()
  expect(await setup({ token: first })).toMatchObject({ email: 'first@example.com' })
  const second = await offer()
  await expect(setup({ token: first })).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await setup({ token: second })).toMatchObject({ email: 'first@example.com' })
})

test('the log of an organization that is gone is followed to nowhere, without an error', async () => {
  for (const name of ['notifyFromLog', 'queueDeliveries'] as const) {
    const followed = await execute(baton.node.assembly.kernel, operations.get(name), systemOf(newId()), {}, { door: 'worker' })
    expect(followed).toMatchObject({ more: false })
  }
})
