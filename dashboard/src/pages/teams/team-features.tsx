import { Link } from '@tanstack/react-router'
import { Workflow } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { useList } from '../../data/reads.ts'
import { Chip } from '../../ui/chip.tsx'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import type { Team } from './team-members.tsx'

/** Features of the team's projects, with the current gate of each. */
export function TeamFeatures({ team }: { team: Team }) {
  const org = useOrganization()
  const list = useList('listTeamFeatures', { team: team.handle, limit: 50 })
  return (
    <Loaded read={list}>
      {() =>
        list.items.length === 0 ? (
          <EmptyState icon={Workflow} title="No features yet">
            Features of the team’s projects show up here.
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-12">
            <Rows aria-label="Team features">
              {list.items.map(({ id, ref, title, status, gate, updated_at }) => (
                <Row key={id} className="flex-wrap">
                  <span className="font-mono text-label text-muted">{ref}</span>
                  <Link to={`/${org}/features/${ref}`} className="touch min-w-0 flex-1 truncate font-medium hover:underline">
                    {title}
                  </Link>
                  <Chip>{status === 'active' ? (gate ?? status) : status}</Chip>
                  <Ago at={updated_at} />
                </Row>
              ))}
            </Rows>
            <More list={list} />
          </div>
        )
      }
    </Loaded>
  )
}
