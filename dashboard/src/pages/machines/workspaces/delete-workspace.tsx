import { useOrganization } from '../../../data/organization.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Workspace } from './workspace-form.tsx'

interface DeleteProps {
  workspace: Workspace | null
  onClose(): void
  onGone(): void
}

/** Asks for confirmation: people lose access to projects with it. */
export function DeleteWorkspace({ workspace, onClose, onGone }: DeleteProps) {
  const organization = useOrganization()
  const remove = async ({ id, name }: Workspace) => {
    onClose()
    const gone = await act({
      organization,
      operation: 'deleteWorkspace',
      input: { workspace: id },
      label: 'Delete workspace',
      done: `${name} deleted`,
      then: ['listWorkspaces'],
    })
    if (gone) onGone()
  }
  return (
    <Dialog
      open={workspace !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${workspace?.name ?? ''}?`}
      about="Projects, teams and files on machines stay. People lose access to private projects they only see through this workspace."
    >
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={() => workspace && void remove(workspace)}>
          Delete workspace
        </Button>
      </div>
    </Dialog>
  )
}
