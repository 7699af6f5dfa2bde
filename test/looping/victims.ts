import type { Operation } from '../../src/kernel/operation.ts'
import type { Door } from './doors.ts'
import { populate } from './populate.ts'
import { Scene, actorFor } from './scene.ts'
import type { World } from './world.ts'

const populated = new WeakMap<World, Promise<Scene>>()
const shared = new WeakMap<World, { scene: Promise<Scene>; left: number }>()

/** How many operations with a prerequisite share one organization: a person's lists are limited. */
const mostTogether = 12

/** Reads share one organization with everything in it; each write gets a new one. */
export async function victimOf(world: World, operation: Operation, door: Door): Promise<Scene> {
  const open = async () => Scene.open(world, await actorFor(operation, world, world.victim))
  if (operation.contract.effect !== 'read') return open()
  if (door.rehearsal) return rehearsed(world, door)
  const scene = populated.get(world) ?? open().then(populate)
  populated.set(world, scene)
  const ready = await scene
  await world.renew(ready.person)
  return ready
}

/** A new person, because the usual one's lists are full of leftovers. An operation that needs a deletion first gets its own. */
async function rehearsed(world: World, { rehearsal }: Door): Promise<Scene> {
  const openNew = async () => populate(await Scene.open(world, await world.baton.person()))
  const before = rehearsal?.after === undefined ? undefined : world.operations.get(rehearsal.after)
  if (before?.contract.effect === 'delete') return openNew()
  let together = shared.get(world)
  if (!together || together.left === 0) shared.set(world, (together = { scene: openNew(), left: mostTogether }))
  together.left--
  const ready = await together.scene
  await world.renew(ready.person)
  return ready
}
