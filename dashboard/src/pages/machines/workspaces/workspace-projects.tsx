import { Link } from '@tanstack/react-router'
import { FolderKanban } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import type { Workspace } from './workspace-form.tsx'

const reasons = { no_checkout: 'No machine has the code', offline: 'Its machines are offline' }

/** Projects of the workspace, and whether their tasks can run now. */
export function WorkspaceProjects({ workspace, onAdd }: { workspace: Workspace; onAdd: (() => void) | undefined }) {
  const org = useOrganization()
  const runs = new Map(workspace.runnable.map((one) => [one.project.id, one]))
  return (
    <section aria-label="Projects" className="flex flex-col gap-8">
      <div className="flex items-center justify-between gap-8">
        <h2 className="font-medium">Projects</h2>
        {onAdd && <Button onClick={onAdd}>Change projects</Button>}
      </div>
      {workspace.projects.length === 0 ? (
        <p className="text-muted">No projects yet. Teams of this workspace get access to its projects.</p>
      ) : (
        <Rows aria-label="Workspace projects">
          {workspace.projects.map(({ id, slug, key, name }) => {
            const run = runs.get(id)
            return (
              <Row key={id} className="flex-wrap">
                <FolderKanban className="size-16 shrink-0 text-muted" aria-hidden />
                <p className="min-w-0 flex-1 truncate">
                  <Link to={`/${org}/p/${slug}/board`} className="touch font-medium hover:underline">
                    {name}
                  </Link>{' '}
                  <span className="font-mono text-label text-muted">{key}</span>
                </p>
                {run && workspace.role && (
                  <span className="w-full rail:w-auto">
                    {run.can_run ? (
                      <WorkStatusLabel
                        status="running"
                        word={`Can run on ${[...new Set(run.machines.map((machine) => machine.name))].join(', ')}`}
                      />
                    ) : (
                      <WorkStatusLabel status="idle" word={reasons[run.why_not ?? 'no_checkout']} />
                    )}
                  </span>
                )}
              </Row>
            )
          })}
        </Rows>
      )}
    </section>
  )
}
