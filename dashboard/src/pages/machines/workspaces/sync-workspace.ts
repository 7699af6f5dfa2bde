import type { Output } from '@baton/client'
import { useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { toast } from '../../../data/toast.ts'
import { act } from '../../../data/writes/act.ts'
import { plural } from '../../../ui/format.ts'

export type UnansweredMachine = Output<'syncWorkspaces'>['unanswered'][number]

/** Asks the machines of a workspace for their state, and remembers which did not answer until the next sync. */
export function useSyncWorkspace({ id, name, checkouts }: { id: string; name: string; checkouts: readonly unknown[] }) {
  const organization = useOrganization()
  const [syncing, setSyncing] = useState(false)
  const [unanswered, setUnanswered] = useState<readonly UnansweredMachine[]>([])
  const sync = async () => {
    if (checkouts.length === 0) {
      toast.success('Nothing to sync yet. Add a checkout first.')
      return
    }
    setSyncing(true)
    const answer = await act({
      organization,
      operation: 'syncWorkspaces',
      input: { workspace: id },
      label: `Sync ${name}`,
      then: ['getWorkspace'],
    })
    setSyncing(false)
    if (!answer) return
    setUnanswered(answer.unanswered)
    if (answer.checked.length > 0) toast.success(`${plural(answer.checked.length, 'checkout')} up to date`)
  }
  return { syncing, unanswered, sync }
}
