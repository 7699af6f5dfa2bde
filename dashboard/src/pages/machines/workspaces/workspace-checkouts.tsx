import { FolderGit2, X } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { Row, Rows } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { AddCheckout } from './add-checkout.tsx'
import type { Workspace } from './workspace-form.tsx'

type Checkout = Workspace['checkouts'][number]

/** Where the code is checked out: on which machine, at which commit, and with which uncommitted changes. */
export function WorkspaceCheckouts({ workspace, edits, owns }: { workspace: Workspace; edits: boolean; owns: boolean }) {
  const [adding, setAdding] = useState(false)
  return (
    <section aria-label="Checkouts" className="flex flex-col gap-8">
      <div className="flex items-center justify-between gap-8">
        <h2 className="font-medium">Checkouts</h2>
        {edits && <Button onClick={() => setAdding(true)}>Add checkout</Button>}
      </div>
      {workspace.checkouts.length === 0 ? (
        <p className="text-muted">No checkouts yet. Add a code folder on one of your machines, then sync to see its state.</p>
      ) : (
        <Rows aria-label="Workspace checkouts">
          {workspace.checkouts.map((one) => (
            <CheckoutRow key={one.id} workspace={workspace} checkout={one} removes={owns && edits} />
          ))}
        </Rows>
      )}
      <Dialog open={adding} onOpenChange={setAdding} title="Add checkout">
        <AddCheckout workspace={workspace.id} done={() => setAdding(false)} />
      </Dialog>
    </section>
  )
}

function CheckoutRow({ workspace, checkout, removes }: { workspace: Workspace; checkout: Checkout; removes: boolean }) {
  const organization = useOrganization()
  const { machine, path, repository, branch, head, dirty_files, worktrees, checked_at } = checkout
  const remove = () =>
    void act({
      organization,
      operation: 'removeCheckout',
      input: { workspace: workspace.id, checkout: checkout.id },
      label: 'Remove checkout',
      done: 'Checkout removed. Files on the machine stay.',
      then: ['getWorkspace', 'listWorkspaces'],
    })
  return (
    <Row className="flex-wrap">
      <div className="flex w-full min-w-0 items-start gap-10 rail:w-auto rail:flex-1">
        <FolderGit2 className="mt-2 size-16 shrink-0 text-muted" aria-hidden />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <p className="flex min-w-0 flex-wrap items-center gap-6">
            <span className="font-medium">{machine.name}</span>
            <Chip tone={machine.online ? 'ok' : 'plain'}>{machine.online ? 'online' : 'offline'}</Chip>
            <span className="text-helper text-muted">@{machine.owner}</span>
          </p>
          <p className="font-mono text-label break-all">{path}</p>
          <p className="flex min-w-0 flex-wrap items-center gap-x-8 text-helper text-muted">
            {repository && <span className="break-all">{repository}</span>}
            {branch && <span className="font-mono break-all">{branch}</span>}
            {head && <span className="font-mono">{head.slice(0, 7)}</span>}
            {worktrees.length > 0 && (
              <span title={worktrees.map((one) => one.branch ?? one.path).join('\n')}>{plural(worktrees.length, 'worktree')}</span>
            )}
          </p>
        </div>
      </div>
      <span className="flex flex-1 items-center gap-8 rail:flex-none">
        {dirty_files.length > 0 ? (
          <Chip tone="warn">
            <span title={dirty_files.slice(0, 20).join('\n')}>{plural(dirty_files.length, 'changed file')}</span>
          </Chip>
        ) : (
          checked_at && <Chip tone="ok">clean</Chip>
        )}
        <span className="text-helper text-muted">{checked_at ? <Ago at={checked_at} said /> : 'not checked yet'}</span>
      </span>
      {removes && (
        <Button look="quiet" square aria-label={`Remove ${path} on ${machine.name}`} onClick={remove}>
          <X />
        </Button>
      )}
    </Row>
  )
}
