import { Activity } from 'lucide-react'
import { useState } from 'react'
import { useList, useRead } from '../../data/reads.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { More } from '../../ui/more.tsx'
import { Picker } from '../../ui/picker.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import type { Team } from './team-members.tsx'

interface Filter {
  kind: 'user' | 'agent'
  value: string
  name: string
}

/** Activity of the team's members and their agents; the same action many times in a row is one line. */
export function TeamActivity({ team }: { team: Team }) {
  const [filter, setFilter] = useState<Filter | null>(null)
  const { data: members } = useRead('listTeamMembers', { team: team.handle, limit: 100 })
  const { data: agents } = useRead('listTeamAgents', { team: team.handle, limit: 100 })
  const whose = filter && (filter.kind === 'user' ? { user: filter.value } : { agent: filter.value })
  const list = useList('listTeamActivity', { team: team.handle, limit: 50, ...whose })
  const choices = [
    ...(members?.items ?? []).map(({ handle, name }) => ({ kind: 'user' as const, value: handle, name, of: 'person' as const })),
    ...(agents?.items ?? []).map(({ slug, name }) => ({ kind: 'agent' as const, value: slug, name, of: 'agent' as const })),
  ]
  return (
    <div className="flex flex-col gap-12">
      <div className="flex items-center justify-end gap-6">
        {filter && (
          <Button look="quiet" onClick={() => setFilter(null)}>
            Show everyone
          </Button>
        )}
        <Picker
          label="Filter activity"
          chosen={filter ? [`${filter.kind} ${filter.value}`] : []}
          choices={choices.map(({ kind, value, name, of }) => ({
            value: `${kind} ${value}`,
            title: name,
            words: value,
            icon: <Avatar name={name} kind={of} size="small" decorative />,
          }))}
          onPick={(picked) => setFilter(choices.find(({ kind, value }) => `${kind} ${value}` === picked) ?? null)}
          trigger={<Button>{filter?.name ?? 'Everyone'}</Button>}
        />
      </div>
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={Activity} title="No activity yet">
              Activity of team members and their agents shows up here.
            </EmptyState>
          ) : (
            <>
              <ul aria-label="Team activity">
                {list.items.map(({ seq, at, actor, summary, count }) => {
                  const name = actor.agent_name ?? actor.user_name ?? (actor.door === 'worker' ? 'Baton' : 'Someone')
                  return (
                    <li key={seq} className="flex min-h-row items-center gap-10 py-2">
                      <Avatar name={name} kind={actor.agent_id ? 'agent' : 'person'} decorative />
                      <p className="min-w-0 flex-1 break-words text-muted">
                        <span className="font-medium text-fg">{name}</span> {summary}
                        {count > 1 && <span className="text-fg"> and {count - 1} more</span>}
                      </p>
                      <Ago at={at} />
                    </li>
                  )
                })}
              </ul>
              <More list={list} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}
