import { expect } from 'vitest'
import type { Operation } from '../../src/kernel/operation.ts'
import { newId } from '../../src/platform/ids.ts'
import { Scene, every } from './scene.ts'

/** Runs an operation once with everything it needs; if its rehearsal says that it refuses even then, it must. */
export async function rehearse(operation: Operation, scene: Scene, actor = scene.person): Promise<void> {
  const { name, contract } = operation
  const { world, organization, person } = scene
  const run = world.run(name, actor, await scene.again().input(operation, every), newId())
  const refuses = contract.rehearsal?.refuses
  if (refuses) await expect(run, name).rejects.toMatchObject({ code: refuses })
  else await run
  // Restores an owner who has transferred the organization, for the operations that follow.
  await world.look("update memberships set role = 'owner' where org_id = $1 and user_id = $2", [organization.id, person.user.id])
}
