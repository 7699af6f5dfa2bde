import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Plus, Server } from 'lucide-react'
import { useRef } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { AddMachine } from './add-machine.tsx'
import { platformWord, type Machine } from './machine-words.ts'
import { MachineStatus } from './marks.tsx'
import { QueuedRuns } from './runs/queued-runs.tsx'
import { useWaitingActions } from './use-waiting-actions.ts'
import { WaitingActions } from './waiting-actions.tsx'

/** The machines that people of the organization have paired. */
export function MachinesPage() {
  const navigate = useNavigate()
  const { add = false } = useSearch({ strict: false }) as { add?: boolean }
  const { writes } = usePermissions()
  const list = useList('listTunnels', { limit: 50 })
  const waiting = useWaitingActions()
  const rows = useRef<HTMLDivElement>(null)
  const setAdding = (open: boolean) => void navigate({ to: '.', search: (open ? { add: true } : {}) as never, replace: true })
  const step = (by: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>('[data-machine]') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
  }
  const group = 'Machines'
  useCommands([
    { id: 'add machine', title: 'Add machine', group, icon: Plus, keys: 'n', writes: true, run: () => setAdding(true) },
    { id: 'next machine', title: 'Next machine', group, icon: ArrowDown, keys: 'j', run: () => step(1) },
    { id: 'previous machine', title: 'Previous machine', group, icon: ArrowUp, keys: 'k', run: () => step(-1) },
  ])
  const button = writes && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden /> Add machine
    </Button>
  )
  const online = list.items.filter(({ status }) => status === 'online').length
  return (
    <Page
      title="Machines"
      about={list.items.length > 0 && `${online} of ${list.items.length}${list.hasNextPage ? '+' : ''} online`}
      actions={list.items.length > 0 && button}
    >
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={Server} title="No machines yet" action={button}>
              <p>
                Machines connect to Baton and run only what their own file allows. Add one, then run{' '}
                <code className="font-mono">baton tunnel pair</code> with its code.
              </p>
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-16" ref={rows}>
              <WaitingActions waiting={waiting} />
              <Rows aria-label="Machines">
                {list.items.map((machine) => (
                  <MachineRow key={machine.id} machine={machine} />
                ))}
              </Rows>
              <More list={list} />
              <QueuedRuns />
            </div>
          )
        }
      </Loaded>
      {writes && (
        <Dialog
          open={add}
          onOpenChange={setAdding}
          title="Add machine"
          about="Run actions and reach ports on your machine. It connects out, so you don’t need to open ports."
        >
          <AddMachine onClose={() => setAdding(false)} />
        </Dialog>
      )}
    </Page>
  )
}

function MachineRow({ machine }: { machine: Machine }) {
  const organization = useOrganization()
  const { id, name, owner, status, platform, pairing, client_version, actions, last_seen_at } = machine
  const system = platform ?? pairing?.platform
  const passkeys = actions.filter(({ risk }) => risk === 'danger').length
  return (
    <Row className="flex-wrap">
      <div className="flex w-full min-w-0 items-center gap-10 rail:w-auto rail:flex-1">
        <Server className="size-16 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0 flex-1">
          <Link to={`/${organization}/machines/${id}`} data-machine className="touch font-medium break-words hover:underline">
            {name}
          </Link>
          <p className="truncate text-helper text-muted">
            {system && `${platformWord(system)} · `}
            {owner.name}
            {client_version && (
              <>
                {' · '}
                <span className="font-mono text-label">{client_version}</span>
              </>
            )}
          </p>
        </div>
      </div>
      <p className="w-1/2 shrink-0 rail:w-1/5">
        <MachineStatus machine={machine} />
        {status === 'offline' && (
          <span className="block text-helper text-muted">
            {last_seen_at ? (
              <>
                Last seen: <Ago at={last_seen_at} said />
              </>
            ) : (
              'Never connected'
            )}
          </span>
        )}
      </p>
      <p className="flex-1 text-helper text-muted rail:w-1/5 rail:flex-none">
        {status === 'pairing' ? 'Not paired yet' : plural(actions.length, 'action')}
        {passkeys > 0 && <span className="block">{plural(passkeys, 'needs a passkey', 'need a passkey')}</span>}
      </p>
    </Row>
  )
}
