import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '../../src/capabilities/operations.ts'
import { instanceLog } from '../../src/kernel/audit.ts'
import { system } from '../../src/kernel/context.ts'
import { contract } from '../../src/kernel/contract.ts'
import { execute } from '../../src/kernel/execute.ts'
import { implement, type Operation } from '../../src/kernel/operation.ts'
import { WaitsInTransaction } from '../../src/platform/transact.ts'
import { chosenOperations } from './chosen.ts'
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

/** Other tests check whether it succeeds; here its transaction must not have refused it. */
const waitsInside = (run: Promise<unknown>): Promise<boolean> =>
  run.then(
    () => false,
    (error: { cause?: unknown }) => error.cause instanceof WaitsInTransaction,
  )

test.each(['read', 'create', 'change', 'delete'] as const)(
  'no operation that is a %s waits for the outside inside its transaction',
  async (effect) => {
    const found: string[] = []
    let scene = await newScene()
    for (const operation of chosenOperations()) {
      const { effect: own, permission, realm, rehearsal } = operation.contract
      if (own !== effect || permission === 'system') continue
      // What one operation ends or deletes may be what the next one needs.
      if (effect === 'delete' || rehearsal?.newcomer) scene = await newScene()
      if (await waitsInside(rehearse(operation, scene, realm === 'instance' ? world.administrator : scene.person)))
        found.push(operation.name)
      if (rehearsal?.newcomer) scene = await newScene()
    }
    expect(found).toEqual([])
  },
)

test('no job waits for the outside inside its transaction', async () => {
  const scene = await newScene()
  for (const name of ['storeMemory', 'createNote', 'createInvite', 'startImport']) await rehearse(operations.get(name) as Operation, scene)
  const { kernel } = world.baton.node.assembly
  const found: string[] = []
  const newest = 'select distinct on (name) name, data from jobs.job order by name, created_on desc'
  for (const { name, data } of await world.look<{ name: string; data: { org_id?: string; origin?: unknown } }>(newest)) {
    const { org_id, origin: _, ...input } = data
    const job = execute(kernel, operations.get(name) as Operation, system(org_id || instanceLog), input, { door: 'worker' })
    if (await waitsInside(job)) found.push(name)
  }
  expect(found).toEqual([])
  await letWorkerAct(world, scene.organization.id)
  // The model, which answers from another thread, must have had something to do.
  for (const table of ['memory_embeddings', 'search_embeddings'])
    expect((await world.look(`select from ${table} where org_id = $1`, [scene.organization.id])).length, table).toBeGreaterThan(0)
})
