import type { Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

interface Owner {
  world: { look: Baton['look']; colleague: Person }
  fresh(kind: string): Promise<string[]>
  name(kind: string): Promise<string>
  featureIn(project: string): Promise<string>
}

const gates = [{ key: 'ship', name: 'Ship', kind: 'approval', before_code: false, approvals: 1, approvers: [], roles: [] }]

/** Features of somebody else that wait for a person: nobody can approve their own work. */
export const featureValues = (owner: () => Owner): Record<string, () => Promise<unknown>> => ({
  feature_to_approve: async () => {
    const id = (await owner().fresh('feature')).at(-1) as string
    await letWait(owner(), id)
    return id
  },
  project_to_approve_in: async () => {
    const project = await owner().name('project')
    for (let place = 0; place < 2; place++) await letWait(owner(), await owner().featureIn(project))
    return project
  },
})

async function letWait({ world }: Owner, id: string): Promise<void> {
  const another = world.colleague.user.id
  await world.look(
    `update features set gates = $2, position = 0, gate = 'ship', gate_kind = 'approval', commit = $3, created_by = $4, owner_id = $4
      where id = $1`,
    [id, JSON.stringify(gates), 'a'.repeat(40), another],
  )
  await world.look('update feature_authors set user_id = $2 where feature_id = $1', [id, another])
}
