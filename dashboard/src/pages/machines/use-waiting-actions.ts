import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentUserId } from '../../data/current-user.ts'
import { useOrganization } from '../../data/organization.ts'
import { reading, useRead } from '../../data/reads.ts'
import { useNow } from '../../ui/time.tsx'
import { isExpired, type Machine, type MachineAction } from './machine-words.ts'

export interface WaitingAction {
  machine: Machine
  action: MachineAction
}

/** Actions that wait for this person's passkey, on all of their machines. */
export function useWaitingActions(): WaitingAction[] {
  const organization = useOrganization()
  const { data } = useRead('listTunnels', { limit: 100 })
  const now = useNow(5000)
  const machines = useMemo(() => {
    const me = currentUserId()
    return (data?.items ?? []).filter(({ owner, actions }) => owner.id === me && actions.some(({ risk }) => risk === 'danger'))
  }, [data])
  const queued = useQueries({
    queries: machines.map(({ id }) => reading(organization, 'listTunnelActionHistory', { tunnel: id, state: 'queued', limit: 20 })),
  })
  return queued.flatMap(({ data: page }, at) => {
    const machine = machines[at]
    return machine ? (page?.items ?? []).filter((action) => !isExpired(action, now)).map((action) => ({ machine, action })) : []
  })
}
