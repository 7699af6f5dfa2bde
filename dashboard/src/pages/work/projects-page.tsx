import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FolderKanban, Plus } from 'lucide-react'
import { useCommands } from '../../commands/registry.ts'
import { useOrganization } from '../../data/organization.ts'
import { usePeople } from '../../data/people.ts'
import { useList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { ProjectRow } from './projects/project-row.tsx'
import { lazily } from '../../ui/lazily.tsx'

const NewProject = lazily('over', () => import('./projects/new-project.tsx').then((module) => ({ default: module.NewProject })))
const ProjectSettings = lazily('over', () =>
  import('./projects/project-settings.tsx').then((module) => ({ default: module.ProjectSettings })),
)

export function ProjectsPage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { archived = false, settings, create } = useSearch({ strict: false }) as { archived?: boolean; settings?: string; create?: boolean }
  const { manages, writes } = usePeople()
  const list = useList('listProjects', { archived })
  const change = (search: { archived?: boolean | undefined; settings?: string | undefined; create?: boolean | undefined }) =>
    void navigate({ to: '.', search: { ...(archived && { archived }), ...search } as never })
  useCommands([
    { id: 'new project', title: 'New project', group: 'Project', icon: Plus, writes: true, run: () => change({ create: true }) },
  ])
  return (
    <Page
      title="Projects"
      about={list.data ? plural(list.items.length, 'project') : ''}
      views={
        <Segmented
          label="Filter projects"
          value={archived ? 'archived' : 'open'}
          options={[
            { value: 'open', title: 'Open' },
            { value: 'archived', title: 'Archived' },
          ]}
          onChange={(value) => change({ archived: value === 'archived' || undefined })}
        />
      }
      actions={
        <>
          <Button asChild look="quiet">
            <Link to={`/${org}/insights`}>Insights</Link>
          </Button>
          {writes && (
            <>
              <Button asChild>
                <Link to={`/${org}/import`}>Import work</Link>
              </Button>
              <Button look="primary" onClick={() => change({ create: true })}>
                <Plus aria-hidden />
                New project
              </Button>
            </>
          )}
        </>
      }
    >
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState
              icon={FolderKanban}
              title={archived ? 'No archived projects' : 'No projects yet'}
              action={!archived && writes && <Button onClick={() => change({ create: true })}>Create project</Button>}
            >
              {archived
                ? 'Archive finished projects to hide them from lists. Their data is kept.'
                : 'Projects hold tasks, specs and decisions. The project key prefixes every task.'}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-12">
              <Rows>
                {list.items.map((project) => (
                  <ProjectRow
                    key={project.id}
                    org={org}
                    project={project}
                    writes={writes}
                    manages={manages}
                    onSettings={() => change({ settings: project.slug })}
                  />
                ))}
              </Rows>
              <More list={list} />
            </div>
          )
        }
      </Loaded>

      {create && writes && <NewProject org={org} onClose={() => change({})} />}
      {settings && writes && <ProjectSettings org={org} slug={settings} manages={manages} onClose={() => change({})} />}
    </Page>
  )
}
