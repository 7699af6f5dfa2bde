import type { Operation } from '../../src/kernel/operation.ts'
import type { Door } from './doors.ts'
import { Scene, actorFor, every } from './scene.ts'
import type { World } from './world.ts'

const populated = new WeakMap<World, Promise<Scene>>()

/** What only reads finds one organization with everything in it; what writes, or needs something to happen first, has a new one. */
export async function victimOf(world: World, operation: Operation, door: Door): Promise<Scene> {
  const open = async () => Scene.open(world, await actorFor(operation, world, world.victim))
  if (operation.contract.effect !== 'read') return open()
  // Somebody new: the lists of one person are finite, and theirs would be full of what earlier operations left.
  if (door.rehearsal) return populate(await Scene.open(world, await world.baton.person()))
  const scene = populated.get(world) ?? open().then(populate)
  populated.set(world, scene)
  const ready = await scene
  await world.renew(ready.person)
  return ready
}

/** Two of everything that can be listed, so that a list has something to leak and a page has a next one. */
async function populate(scene: Scene): Promise<Scene> {
  const { operations } = scene.world
  for (const { contract } of operations.values()) {
    const kind = contract.creates?.ref
    const inOrganization = contract.realm === 'organization' || contract.permission === 'self'
    if (kind && kind !== 'organization' && inOrganization) await scene.names(kind).then(() => scene.fresh(kind))
  }
  for (let invitations = 0; invitations < 2; invitations++) await scene.invited()
  // What adds one thing to another makes no new name, but it lengthens a list all the same.
  const adding = [...operations.values()].filter(({ name, contract }) => name.startsWith('add') && contract.realm === 'organization')
  for (const operation of adding) await scene.world.run(operation.name, scene.person, await scene.input(operation, every))
  return scene
}
