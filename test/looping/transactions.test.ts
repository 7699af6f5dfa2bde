import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '../../src/capabilities/operations.ts'
import { contract } from '../../src/kernel/contract.ts'
import { implement, type Operation } from '../../src/kernel/operation.ts'
import { WaitsInTransaction } from '../../src/platform/transact.ts'
import { rehearse } from './rehearse.ts'
import { Scene } from './scene.ts'
import { letWorkerAct } from './worker-acts.ts'
import { startWorld, type World } from './world.ts'

const declared = contract({
  summary: 'Broken on purpose',
  realm: 'organization',
  permission: 'task:read',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({}),
})
const waiting = implement(declared, async () => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  return {}
})

let world: World
beforeAll(async () => {
  world = await startWorld(new Map([...operations, ['waiting', { name: 'waiting', ...waiting } as unknown as Operation]]))
})
afterAll(() => world.close())

const newScene = async () => Scene.open(world, await world.baton.person())
const waits = { code: 'internal', cause: expect.any(WaitsInTransaction) }

test('a handler that waits for anything but the database is refused', async () => {
  await expect(world.run('waiting', world.victim, {})).rejects.toMatchObject(waits)
})

test.each(['read', 'create', 'change', 'delete'] as const)(
  'no operation that is a %s waits for the outside inside its transaction',
  async (effect) => {
    const found: string[] = []
    let scene = await newScene()
    for (const operation of operations.values()) {
      const { effect: own, permission, realm, rehearsal } = operation.contract
      if (own !== effect || permission === 'system') continue
      // What it ends or takes away may be what the next one needs.
      if (effect === 'delete' || rehearsal?.newcomer) scene = await newScene()
      // Whether it succeeds is for other tests; here its transaction must not have refused it.
      await rehearse(operation, scene, realm === 'instance' ? world.administrator : scene.person).catch((error: { cause?: unknown }) => {
        if (error.cause instanceof WaitsInTransaction) found.push(operation.name)
      })
      if (rehearsal?.newcomer) scene = await newScene()
    }
    expect(found).toEqual([])
  },
)

test('no job waits for the outside inside its transaction', async () => {
  const { organization } = await newScene()
  await letWorkerAct(world, organization.id)
})
