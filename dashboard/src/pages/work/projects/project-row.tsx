import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Ellipsis, Globe, Lock, Settings, Trash2 } from 'lucide-react'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { count } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { Row } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { CompletedSparkline } from '../../insights/completed-sparkline.tsx'
import { archive, remove } from './change-project.ts'

type Project = Output<'listProjects'>['items'][number]

interface RowProps {
  org: string
  project: Project
  writes: boolean
  manages: boolean
  onSettings(): void
}

export function ProjectRow({ org, project, writes, manages, onSettings }: RowProps) {
  const { data } = useRead('getProject', { project: project.slug }, { fresh: true })
  const tasks = data?.stats.tasks
  const complete = tasks?.complete ?? 0
  const total = tasks ? Object.values(tasks).reduce((sum, one) => sum + one, 0) - tasks.cancelled : 0
  return (
    <Row className="relative flex-wrap hover:bg-hover wide:flex-nowrap">
      <div className="min-w-0 flex-1 max-wide:basis-full">
        <div className="flex min-w-0 items-center gap-8">
          <Link to={`/${org}/p/${project.slug}/board`} className="truncate font-medium after:absolute after:inset-0">
            {project.name}
          </Link>
          <span className="font-mono text-label text-muted">{project.key}</span>
          {project.visibility === 'private' && (
            <Chip>
              <Lock className="size-12" aria-hidden />
              Private
            </Chip>
          )}
          {project.shared_slug && (
            <Chip>
              <Globe className="size-12" aria-hidden />
              Public page
            </Chip>
          )}
        </div>
        <p className="truncate text-helper text-muted">{project.description.split('\n')[0] || 'No description'}</p>
      </div>
      <div className="flex items-center gap-16 max-wide:flex-1">
        <CompletedSparkline of="projects" id={project.id} name={project.name} />
        <div className="w-tabbar max-wide:hidden">
          <Meter label={`${project.name}: complete`} share={tasks && total > 0 ? complete / total : tasks ? 0 : null} />
        </div>
        <dl className="flex gap-16 text-helper">
          {[
            ['open', total - complete],
            ['in progress', tasks?.in_progress ?? 0],
            ['complete', complete],
          ].map(([word, value]) => (
            <div key={word} className="flex items-baseline gap-4">
              <dd className="font-mono">{tasks ? count(Number(value)) : '–'}</dd>
              <dt className="text-muted">{word}</dt>
            </div>
          ))}
        </dl>
        <span className="w-48 text-right max-wide:hidden">
          <Ago at={data?.recent_activity[0]?.at ?? project.updated_at} />
        </span>
      </div>
      {writes && (
        <span className="relative z-10">
          <Menu
            trigger={
              <Button look="quiet" square aria-label={`Actions for ${project.name}`}>
                <Ellipsis />
              </Button>
            }
            items={[
              { title: 'Settings', icon: Settings, run: onSettings },
              project.archived_at
                ? { title: 'Restore', icon: ArchiveRestore, run: () => archive(org, project, true) }
                : { title: 'Archive', icon: Archive, run: () => archive(org, project, false) },
              ...(manages ? [null, { title: 'Delete', icon: Trash2, danger: true, run: () => remove(org, project) }] : []),
            ]}
          />
        </span>
      )}
    </Row>
  )
}
