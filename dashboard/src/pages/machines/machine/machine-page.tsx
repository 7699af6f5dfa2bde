import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { currentUserId } from '../../../data/current-user.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Page } from '../../../ui/page.tsx'
import { Card } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { ConfirmFingerprint } from '../confirm-fingerprint.tsx'
import { onMachine, type Machine } from '../machine-words.ts'
import { MachineStatus } from '../marks.tsx'
import { useWaitingActions } from '../use-waiting-actions.ts'
import { MachineRuns } from '../runs/machine-runs.tsx'
import { WaitingActions } from '../waiting-actions.tsx'
import { ActionHistory } from './action-history.tsx'
import { AllowedActions } from './allowed-actions.tsx'
import { MachineFacts } from './machine-facts.tsx'
import { RemoveMachine, RenameMachine } from './machine-dialogs.tsx'
import { Signers } from './signers.tsx'

export function MachinePage() {
  const { machine = '' } = useParams({ strict: false }) as { machine?: string }
  const read = useRead('getTunnel', { tunnel: machine })
  return <Loaded read={read}>{(found) => <Shown key={found.id} machine={found} />}</Loaded>
}

function Shown({ machine }: { machine: Machine }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { writes, manages } = usePermissions()
  const [renaming, setRenaming] = useState(false)
  const [removing, setRemoving] = useState(false)
  const waiting = useWaitingActions().filter((one) => one.machine.id === machine.id)
  const own = writes && machine.owner.id === currentUserId()
  const removes = own || manages
  const toList = () => void navigate({ to: `/${organization}/machines` })
  useCommands(
    own
      ? [
          {
            id: 'rename machine',
            title: 'Rename machine',
            group: 'Machine',
            icon: Pencil,
            keys: 'e',
            writes: true,
            run: () => setRenaming(true),
          },
        ]
      : [],
  )
  return (
    <Page
      title={
        <>
          <Link to={`/${organization}/machines`} className="font-normal text-muted hover:underline max-wide:hidden">
            Machines
          </Link>
          <span className="font-normal text-faint max-wide:hidden" aria-hidden>
            /
          </span>
          <span className="truncate">{machine.name}</span>
        </>
      }
      about={<MachineStatus machine={machine} />}
      actions={
        removes && (
          <Menu
            trigger={
              <Button look="quiet" square aria-label="More actions">
                <Ellipsis />
              </Button>
            }
            items={[
              ...(own ? [{ title: 'Rename…', icon: Pencil, run: () => setRenaming(true) }, null] : []),
              { title: 'Remove…', icon: Trash2, danger: true, run: () => setRemoving(true) },
            ]}
          />
        )
      }
      rail={machine.status !== 'pairing' && <MachineFacts machine={machine} />}
    >
      {machine.status === 'pairing' ? (
        <Unpaired machine={machine} own={own} onGone={toList} />
      ) : (
        <div className="flex flex-col gap-20">
          <WaitingActions waiting={waiting} />
          {own && machine.last_seen_at === null && (
            <Card className="flex flex-col gap-8 p-12">
              <p>Never connected. Start it on the machine:</p>
              <CodeBlock text={onMachine.run} label="command" />
            </Card>
          )}
          <MachineRuns machine={machine} own={own} />
          <AllowedActions machine={machine} runs={own} />
          <Signers machine={machine} own={own} />
          {own && <ActionHistory machine={machine} />}
        </div>
      )}
      <RenameMachine machine={machine} open={renaming} onClose={() => setRenaming(false)} />
      <RemoveMachine machine={machine} open={removing} onClose={() => setRemoving(false)} onGone={toList} />
    </Page>
  )
}

function Unpaired({ machine, own, onGone }: { machine: Machine; own: boolean; onGone(): void }) {
  if (!own) return <p className="text-muted">{machine.owner.name} is pairing this machine. Only they can confirm its fingerprint.</p>
  if (machine.pairing?.state === 'claimed')
    return (
      <Card className="max-w-dialog p-16">
        <ConfirmFingerprint machine={machine} onGone={onGone} />
      </Card>
    )
  return (
    <p className="text-muted">
      {machine.pairing?.state === 'expired'
        ? 'The code has expired. Remove this machine and add it again.'
        : 'Waiting for the machine to use its code. If you lost it, remove this machine and add it again.'}
    </p>
  )
}
