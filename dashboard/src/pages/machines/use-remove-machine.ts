import { useOrganization } from '../../data/organization.ts'
import { act } from '../../data/writes/act.ts'
import type { Machine } from './machine-words.ts'

/** Removes a machine: its key is refused from then on. Returns whether it is gone. */
export function useRemoveMachine() {
  const organization = useOrganization()
  return async ({ id, name }: Pick<Machine, 'id' | 'name'>, done = `${name} removed`): Promise<boolean> => {
    const gone = await act({
      organization,
      operation: 'deleteTunnel',
      input: { tunnel: id },
      label: 'Remove machine',
      done,
      then: ['listTunnels'],
    })
    return gone !== null
  }
}
