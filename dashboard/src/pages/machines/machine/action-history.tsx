import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { useList } from '../../../data/reads.ts'
import { More } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { exactly, type Machine, type MachineAction } from '../machine-words.ts'
import { ActionState } from '../marks.tsx'

/** Actions requested of the machine and their results, newest first. */
export function ActionHistory({ machine }: { machine: Machine }) {
  const list = useList('listTunnelActionHistory', { tunnel: machine.id, limit: 20 })
  return (
    <section aria-label="History" className="flex flex-col gap-8">
      <h2 className="font-medium">History</h2>
      <Loaded read={list} rows={2}>
        {() =>
          list.items.length === 0 ? (
            <p className="text-muted">Nothing has run here yet.</p>
          ) : (
            <>
              <Rows aria-label="Requested actions">
                {list.items.map((action) => (
                  <HistoryRow key={action.id} action={action} />
                ))}
              </Rows>
              <More list={list} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function HistoryRow({ action }: { action: MachineAction }) {
  const organization = useOrganization()
  const said = (action.error ?? action.output ?? '').trim().split('\n').at(-1)
  return (
    <Row className="flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-8">
          <Link
            to={`/${organization}/machines/${action.tunnel_id}/actions/${action.id}`}
            className="touch font-mono break-all hover:underline"
          >
            {action.action}
          </Link>
          <span className="min-w-0 truncate font-mono text-label text-muted">{Object.values(action.arguments).map(exactly).join(' ')}</span>
        </p>
        {said && <p className="truncate font-mono text-label text-muted">{said}</p>}
      </div>
      <ActionState action={action} />
      <Ago at={action.created_at} />
    </Row>
  )
}
