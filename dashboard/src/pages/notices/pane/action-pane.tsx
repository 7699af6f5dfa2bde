import { useRead } from '../../../data/reads.ts'
import { Loaded } from '../../../ui/states.tsx'
import { ActionBody } from '../../machines/action/action-body.tsx'
import { ActionState } from '../../machines/marks.tsx'
import type { WaitingAction } from '../../machines/use-waiting-actions.ts'

/** A dangerous action of a machine, to be decided here. */
export function ActionPane({ waiting: { machine, action } }: { waiting: WaitingAction }) {
  const read = useRead('getTunnelAction', { tunnel: machine.id, action: action.id })
  return (
    <Loaded read={read}>
      {(found) => (
        <>
          <p className="mb-4">
            <ActionState action={found} />
          </p>
          <ActionBody machine={machine} action={found} />
        </>
      )}
    </Loaded>
  )
}
