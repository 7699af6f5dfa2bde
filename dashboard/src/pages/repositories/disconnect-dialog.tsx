import { useOrganization } from '../../data/organization.ts'
import { act } from '../../data/writes/act.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface DisconnectProps {
  repository: { id: string; repo: string; projects: readonly string[] } | null
  onClose(): void
  onGone?(): void
}

/** Asks for confirmation: the stored data of a repository cannot be restored, only synced again. */
export function DisconnectDialog({ repository, onClose, onGone }: DisconnectProps) {
  const organization = useOrganization()
  const disconnect = async ({ id, repo }: { id: string; repo: string }) => {
    onClose()
    const gone = await act({
      organization,
      operation: 'deleteRepo',
      input: { repo: id },
      label: `Disconnect ${repo}`,
      done: `${repo} disconnected`,
      then: ['listRepos', 'listHostRepositories', 'findPullRequests'],
    })
    if (gone) onGone?.()
  }
  return (
    <Dialog
      open={repository !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Disconnect ${repository?.repo ?? ''}?`}
      about={`Removes it from ${(repository?.projects ?? []).join(', ')} and deletes its synced files, index, branches and pull requests. Nothing changes on GitHub.`}
    >
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={() => repository && void disconnect(repository)}>
          Disconnect
        </Button>
      </div>
    </Dialog>
  )
}
