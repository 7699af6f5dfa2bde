import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Boxes, Plus } from 'lucide-react'
import { useCommands } from '../../../commands/registry.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plain, plural } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Page } from '../../../ui/page.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { WorkspaceForm } from './workspace-form.tsx'

/** Workspaces: where the organization's work happens. */
export function WorkspacesPage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { create = false } = useSearch({ strict: false }) as { create?: boolean }
  const { writes } = usePermissions()
  const list = useList('listWorkspaces', { limit: 50 })
  const setCreating = (open: boolean) => void navigate({ to: '.', search: (open ? { create: true } : {}) as never, replace: true })
  useCommands([
    {
      id: 'new workspace',
      title: 'New workspace',
      group: 'Workspaces',
      icon: Plus,
      keys: 'n',
      writes: true,
      run: () => setCreating(true),
    },
  ])
  const button = writes && (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> New workspace
    </Button>
  )
  return (
    <Page title="Workspaces" actions={list.items.length > 0 && button}>
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={Boxes} title="No workspaces yet" action={button}>
              Workspaces bring together projects, teams and the machines with their code.
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-12">
              <Rows aria-label="Workspaces">
                {list.items.map(({ id, slug, name, description, role, counts }) => (
                  <Row key={id} className="flex-wrap">
                    <Boxes className="size-16 shrink-0 text-muted" aria-hidden />
                    <div className="min-w-0 flex-1">
                      <Link to={`/${org}/workspaces/${slug}`} className="touch font-medium hover:underline">
                        {name}
                      </Link>
                      {description && <p className="truncate text-helper text-muted">{plain(description)}</p>}
                    </div>
                    {role && <Chip>you: {role}</Chip>}
                    <span className="w-full text-helper text-muted rail:w-auto">
                      {plural(counts.projects, 'project')} · {plural(counts.teams, 'team')} · {plural(counts.checkouts, 'checkout')}
                    </span>
                  </Row>
                ))}
              </Rows>
              <More list={list} />
            </div>
          )
        }
      </Loaded>
      {writes && (
        <Dialog open={create} onOpenChange={setCreating} title="New workspace">
          <WorkspaceForm done={(slug) => void navigate({ to: `/${org}/workspaces/${slug}` })} />
        </Dialog>
      )}
    </Page>
  )
}
