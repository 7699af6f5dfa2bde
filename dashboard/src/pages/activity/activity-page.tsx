import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { usePeople } from '../../data/people.ts'
import { useList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { byDay } from '../../ui/day-groups.ts'
import { Select } from '../../ui/field.tsx'
import { actorName, SaidAnywhere } from '../../ui/feed/feed-words.tsx'
import { foldLines, type Folded } from '../../ui/feed/fold-lines.ts'
import { dateTime, time } from '../../ui/format.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Picker } from '../../ui/picker.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'

const areas = {
  work: 'Tasks',
  comments: 'Comments',
  features: 'Features',
  knowledge: 'Knowledge',
  agents: 'Agents',
  code: 'Code',
  people: 'People and projects',
}
type Area = keyof typeof areas

interface Search {
  area?: Area
  user?: string
  agent?: string
}

/** Activity of a project or of the organization: newest first, by day, and live. */
export function ActivityPage() {
  const org = useOrganization()
  const { slug } = useParams({ strict: false }) as { slug?: string }
  const { area, user, agent } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const filter = { ...(area && area in areas && { area }), ...(user && { user }), ...(agent && { agent }) }
  const list = useList('listActivities', { ...filter, ...(slug && { project: slug }), limit: 50 })
  const show = (next: Search) => void navigate({ to: '.', search: next as never, replace: true })
  const days = byDay(foldLines(list.items.toReversed()).toReversed(), ({ line }) => line.at)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Page
      title="Activity"
      width="reading"
      actions={
        <>
          {isFiltered && (
            <Button look="quiet" onClick={() => show({})}>
              Clear
            </Button>
          )}
          <WhoseActivity user={user} agent={agent} choose={(whose) => show({ ...(area && { area }), ...whose })} />
          <span>
            <Select
              aria-label="Kind of activity"
              value={area ?? ''}
              onChange={(event) => {
                const { area: _, ...rest } = filter as Search
                show({ ...rest, ...(event.target.value && { area: event.target.value as Area }) })
              }}
            >
              <option value="">All activity</option>
              {Object.entries(areas).map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </Select>
          </span>
        </>
      }
    >
      <Loaded read={list}>
        {() =>
          days.length === 0 ? (
            <EmptyState icon={History} title={isFiltered ? 'No matching activity' : 'No activity yet'}>
              {isFiltered ? 'Try another filter.' : 'What people and agents do shows up here.'}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-16">
              {days.map(({ day, items }) => (
                <section key={`${day} ${items[0]?.line.seq}`} aria-label={day}>
                  <h2 className="mb-4 border-b border-line pb-4 font-medium">{day}</h2>
                  <ol>
                    {items.map((folded) => (
                      <FeedLine key={folded.line.seq} org={org} folded={folded} />
                    ))}
                  </ol>
                </section>
              ))}
              <More list={list} />
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

function FeedLine({ org, folded }: { org: string; folded: Folded }) {
  const { line } = folded
  const name = actorName(line)
  return (
    <li className="flex min-h-row items-center gap-10 py-2">
      <Avatar name={name} kind={line.actor.agent_id ? 'agent' : 'person'} decorative />
      <p className="min-w-0 flex-1 break-words text-muted">
        <span className="font-medium text-fg">{name}</span> <SaidAnywhere org={org} folded={folded} />
      </p>
      <time dateTime={line.at} title={dateTime(line.at)} className="shrink-0 font-mono text-label text-muted">
        {time(line.at)}
      </time>
    </li>
  )
}

interface WhoseProps {
  user: string | undefined
  agent: string | undefined
  choose(whose: Pick<Search, 'user' | 'agent'>): void
}

/** People and agents in one list, since either may have done it. */
function WhoseActivity({ user, agent, choose }: WhoseProps) {
  const { members, agents } = usePeople()
  const choices = [
    ...members.map(({ handle, name }) => ({ value: `user ${handle}`, title: name, words: handle, kind: 'person' as const })),
    ...agents.map(({ slug, name }) => ({ value: `agent ${slug}`, title: name, words: slug, kind: 'agent' as const })),
  ]
  const chosen = user ? `user ${user}` : agent ? `agent ${agent}` : ''
  const pick = (value: string) => {
    const [kind, name = ''] = value.split(' ')
    choose(value === chosen ? {} : kind === 'user' ? { user: name } : { agent: name })
  }
  return (
    <Picker
      label="Person or agent"
      chosen={chosen ? [chosen] : []}
      choices={choices.map(({ kind, ...one }) => ({ ...one, icon: <Avatar name={one.title} kind={kind} size="small" decorative /> }))}
      onPick={pick}
      trigger={<Button>{choices.find(({ value }) => value === chosen)?.title ?? 'Everyone'}</Button>}
    />
  )
}
