import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import type { Output } from '@baton/client'
import { useOrganization } from '../../../data/organization.ts'
import { useList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { byDay } from '../../../ui/day-groups.ts'
import { Select } from '../../../ui/field.tsx'
import { More } from '../../../ui/more.tsx'
import { Page } from '../../../ui/page.tsx'
import { Rows } from '../../../ui/row.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { AgentSnippet } from '../connect/agent-snippet.tsx'
import { SessionRow } from './session-row.tsx'

type Session = Output<'listSessions'>['items'][number]
interface Search {
  whose?: 'user' | 'all'
  status?: Session['status']
}

/** Sessions of a project, or of the organization. */
export function SessionsPage() {
  const org = useOrganization()
  const { slug } = useParams({ strict: false })
  const { whose = 'all', status } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const list = useList('listSessions', { whose, ...(slug && { project: slug }), ...(status && { status }), limit: 50 })
  const change = (next: Search) => {
    const search = { whose, status, ...next }
    void navigate({
      to: '.',
      search: { ...(search.whose === 'user' && { whose: 'user' }), ...(search.status && { status: search.status }) } as never,
    })
  }
  return (
    <Page
      title="Sessions"
      about={list.data && (list.hasNextPage ? `${list.items.length}+` : list.items.length)}
      actions={
        <>
          <Segmented
            label="Filter sessions"
            value={whose}
            options={[
              { value: 'all', title: 'All' },
              { value: 'user', title: 'Mine' },
            ]}
            onChange={(next) => change({ whose: next })}
          />
          <span>
            <Select
              aria-label="Status"
              value={status ?? ''}
              onChange={(event) => change({ status: (event.target.value || undefined) as Session['status'] })}
            >
              <option value="">Any status</option>
              <option value="running">Running</option>
              <option value="lost">Timed out</option>
              <option value="stopped">Stopped</option>
              <option value="ended">Ended</option>
            </Select>
          </span>
        </>
      }
    >
      {list.data === undefined ? (
        list.error ? (
          <FailedState error={list.error} retry={() => void list.refetch()} />
        ) : (
          <Skeleton />
        )
      ) : list.items.length === 0 ? (
        <EmptyState
          icon={Layers}
          title={status || whose === 'user' ? 'No matching sessions' : 'No sessions yet'}
          action={
            <Button asChild look="primary">
              <Link to={`/${org}/connect`}>Connect an agent</Link>
            </Button>
          }
        >
          An agent starts one with <code className="font-mono text-helper">create_session</code> and its goals. You’ll see every step, cost
          and checkpoint, and another agent can pick up where it left off.
          <div className="mt-16">
            <AgentSnippet />
          </div>
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-12">
          {byDay(list.items, ({ started_at }) => started_at).map(({ day, items }) => (
            <section key={day} aria-label={day} className="flex flex-col gap-6">
              <h2 className="font-medium">{day}</h2>
              <Rows>
                {items.map((session) => (
                  <SessionRow key={session.id} session={session} inProject={slug !== undefined} />
                ))}
              </Rows>
            </section>
          ))}
          <More list={list} />
        </div>
      )}
    </Page>
  )
}
