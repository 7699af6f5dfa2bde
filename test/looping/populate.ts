import { referencesIn } from './references.ts'
import { every, type Scene } from './scene.ts'

/** Two of everything that can be listed, of these kinds, so that a list has something to leak and a second page. */
export async function populate(scene: Scene, isWanted: (kind: string) => boolean = every): Promise<Scene> {
  const { operations } = scene.world
  for (const { contract } of operations.values()) {
    const kind = contract.creates?.ref
    const inOrganization = contract.realm === 'organization' || contract.permission === 'self'
    if (kind && kind !== 'organization' && inOrganization && isWanted(kind)) await scene.names(kind).then(() => scene.fresh(kind))
  }
  if (isWanted('invite')) for (let invitations = 0; invitations < 2; invitations++) await scene.invited()
  // Adding one thing to another creates no new resource, but still makes a list longer.
  for (const operation of operations.values()) {
    const { realm, input, creates } = operation.contract
    const kinds = [...referencesIn(input).map(({ kind }) => kind), ...(creates ? [creates.ref] : [])]
    if (operation.name.startsWith('add') && realm === 'organization' && kinds.every(isWanted))
      await scene.world.run(operation.name, scene.person, await scene.input(operation, every))
  }
  return scene
}
