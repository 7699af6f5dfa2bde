import { Link, useParams } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { RunState } from './marks.tsx'
import { RunCard } from './run-card.tsx'

/** One run with its full console: the page that the wall and the machines link to. */
export function RunPage() {
  const organization = useOrganization()
  const { run = '' } = useParams({ strict: false }) as { run?: string }
  const read = useRead('getRun', { run })
  return (
    <Loaded read={read}>
      {(found) => (
        <Page
          title={<Crumbs way={[{ to: `/${organization}/t/${found.task.key}`, title: found.task.key }]} here="Run" />}
          about={<RunState run={found} />}
        >
          <p className="mb-12">
            <Link
              to={`/${organization}/t/${found.task.key}`}
              className="touch inline-flex min-w-0 items-center gap-8 rounded-code hover:underline"
            >
              <span className="shrink-0 font-mono text-label text-muted">{found.task.key}</span>
              <span className="min-w-0 font-medium break-words">{found.task.title}</span>
            </Link>
          </p>
          <RunCard key={found.id} run={found} tall />
        </Page>
      )}
    </Loaded>
  )
}
