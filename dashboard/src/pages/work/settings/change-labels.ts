import { useCallback } from 'react'
import { clientFor } from '../../../data/client.ts'
import { useCall } from '../../settings/use-call.ts'
import type { LabelColor } from '../frame/label-chip.tsx'

export interface LabelFields {
  label: string
  color: LabelColor
  description: string
}

const then = ['listLabels'] as const

/** The server changes as many items per call as fit into one transaction: repeat until none is left. */
async function untilDone(step: () => Promise<{ changed: number; more: boolean }>): Promise<number> {
  let changed = 0
  for (;;) {
    const answer = await step()
    changed += answer.changed
    if (!answer.more) return changed
  }
}

/** All changes to a label; every task that has it follows. */
export function useChangeLabels(organization: string, project: string) {
  const call = useCall()
  const save = useCallback(
    (fields: LabelFields, before?: string) =>
      call(
        async () => {
          const api = clientFor(organization)
          if (before !== undefined && before !== fields.label)
            await untilDone(() => api.renameLabel({ project, label: before, to: fields.label }))
          return api.saveLabel({ project, ...fields })
        },
        { done: before === undefined ? 'Label created' : 'Label saved', then },
      ),
    [call, organization, project],
  )
  const merge = useCallback(
    (label: string, to: string) =>
      call(() => untilDone(() => clientFor(organization).renameLabel({ project, label, to })), { done: `Merged into “${to}”`, then }),
    [call, organization, project],
  )
  const remove = useCallback(
    (label: string) =>
      call(() => untilDone(() => clientFor(organization).removeLabel({ project, label })), { done: `“${label}” deleted`, then }),
    [call, organization, project],
  )
  return { save, merge, remove }
}
