import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { money, plural } from '../../../ui/format.ts'
import { Row } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { WorkStatusLabel } from '../../../ui/marks/work-status.tsx'
import { sessionStatus } from './session-status.ts'

type Session = Output<'listSessions'>['items'][number]

/** Duration, or the time elapsed so far. */
function duration({ started_at, ended_at, seen_at }: Session): string {
  const minutes = Math.max(0, Math.round((Date.parse(ended_at ?? seen_at) - Date.parse(started_at)) / 60_000))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export function SessionRow({ session, inProject }: { session: Session; inProject?: boolean }) {
  const org = useOrganization()
  const people = usePeople()
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find(({ id }) => id === session.project_id)
  const owner = people.actor(session.owner_id)
  return (
    <Row className="relative flex-wrap hover:bg-hover wide:flex-nowrap">
      <Avatar
        name={session.agent?.name ?? owner.name}
        kind={session.agent ? 'agent' : 'person'}
        size="large"
        running={session.status === 'running'}
        decorative
      />
      <div className="min-w-0 flex-1 max-wide:basis-4/5">
        <Link to={`/${org}/sessions/${session.id}`} className="block truncate rounded-code font-medium after:absolute after:inset-0">
          {session.title}
        </Link>
        <p className="truncate text-helper text-muted">
          {session.agent ? `${session.agent.name} for ${owner.name}` : owner.name} · {plural(session.checkpoints, 'checkpoint')}
          {session.outcome && ` · ${session.outcome}`}
        </p>
      </div>
      {session.tasks.map(({ key, title }) => (
        <Link key={key} to={`/${org}/t/${key}`} title={title} className="z-10 font-mono text-label text-muted hover:underline">
          {key}
        </Link>
      ))}
      <span className="font-mono text-label whitespace-nowrap text-muted">
        {duration(session)}
        {session.cost !== null && ` · ${money(session.cost)}`}
      </span>
      {project && !inProject && <Chip>{project.name}</Chip>}
      {session.parent_id && <Chip>resumed</Chip>}
      <WorkStatusLabel {...sessionStatus[session.status]} />
      <Ago at={session.seen_at} />
    </Row>
  )
}
