import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { WorkspaceAgents } from '../runs/workspace-agents.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { useSyncWorkspace } from './sync-workspace.ts'
import { Unanswered } from './unanswered.tsx'
import { WorkspaceCheckouts } from './workspace-checkouts.tsx'
import { WorkspaceForm, type Workspace } from './workspace-form.tsx'
import { WorkspaceProjects } from './workspace-projects.tsx'
import { WorkspaceTeams } from './workspace-teams.tsx'

export function WorkspacePage() {
  const { workspace = '' } = useParams({ strict: false }) as { workspace?: string }
  const read = useRead('getWorkspace', { workspace })
  return <Loaded read={read}>{(found) => <Shown key={found.id} workspace={found} />}</Loaded>
}

function Shown({ workspace }: { workspace: Workspace }) {
  const org = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { syncing, unanswered, sync } = useSyncWorkspace(workspace)
  const owns = writes && workspace.role === 'owner'
  const edits = owns || (writes && workspace.role === 'editor')
  const here = workspace.role !== null
  useCommands([
    ...(edits
      ? [
          {
            id: 'sync workspace',
            title: 'Sync checkouts',
            group: 'Workspace',
            icon: RefreshCw,
            keys: 'y',
            writes: true as const,
            run: () => void sync(),
          },
        ]
      : []),
    ...(owns
      ? [
          {
            id: 'edit workspace',
            title: 'Edit workspace',
            group: 'Workspace',
            icon: Pencil,
            keys: 'e',
            writes: true as const,
            run: () => setEditing(true),
          },
        ]
      : []),
  ])
  return (
    <Page
      title={
        <>
          <Link to={`/${org}/workspaces`} className="font-normal text-muted hover:underline max-wide:hidden">
            Workspaces
          </Link>
          <span className="font-normal text-faint max-wide:hidden">/</span>
          <span className="truncate">{workspace.name}</span>
        </>
      }
      about={workspace.role && <Chip>you: {workspace.role}</Chip>}
      actions={
        <>
          {edits && (
            <Button look="primary" busy={syncing} onClick={() => void sync()}>
              <RefreshCw aria-hidden /> Sync
            </Button>
          )}
          {owns && (
            <Menu
              trigger={
                <Button look="quiet" square aria-label="More actions">
                  <Ellipsis />
                </Button>
              }
              items={[
                { title: 'Edit…', icon: Pencil, run: () => setEditing(true) },
                null,
                { title: 'Delete…', icon: Trash2, danger: true, run: () => setDeleting(true) },
              ]}
            />
          )}
        </>
      }
    >
      <div className="flex flex-col gap-20">
        {workspace.description && <Markdown text={workspace.description} />}
        <Unanswered machines={unanswered} />
        <WorkspaceProjects workspace={workspace} onAdd={owns ? () => setEditing(true) : undefined} />
        <WorkspaceTeams workspace={workspace} owns={owns} />
        {here && <WorkspaceAgents workspace={workspace.id} />}
        {here && <WorkspaceCheckouts workspace={workspace} edits={edits} owns={owns} />}
      </div>
      <Dialog open={editing} onOpenChange={setEditing} title="Edit workspace">
        <WorkspaceForm workspace={workspace} done={() => setEditing(false)} />
      </Dialog>
      <DeleteWorkspace
        workspace={deleting ? workspace : null}
        onClose={() => setDeleting(false)}
        onGone={() => void navigate({ to: `/${org}/workspaces` })}
      />
    </Page>
  )
}
