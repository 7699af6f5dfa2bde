import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Plus, Scale } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { usePeople } from '../../../data/people.ts'
import { useList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { More } from '../../../ui/more.tsx'
import { Page } from '../../../ui/page.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { DecisionEntry } from './decision-entry.tsx'
import { decisionStatuses, type Decision } from './decision-status.tsx'
import { NewDecision } from './new-decision.tsx'

interface Search {
  status?: Decision['status']
  scope?: 'organization'
  path?: string
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

function byMonth(items: readonly Decision[]): [string, Decision[]][] {
  const groups = new Map<string, Decision[]>()
  for (const one of items) {
    const name = month.format(new Date(one.created_at))
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return [...groups]
}

/** Decisions, newest first, with the alternatives that were not chosen. */
export function DecisionsPage() {
  const { slug = '' } = useParams({ strict: false })
  const { status, scope, path } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { writes } = usePeople()
  const [creating, setCreating] = useState(false)
  const whole = scope === 'organization'
  const list = useList('listDecisions', {
    ...(whole ? { scope: 'organization' as const } : { project: slug }),
    ...(status && { status }),
    ...(path && !whole && { path }),
    limit: 50,
  })
  const go = (next: Search) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(Object.entries({ status, scope, path, ...next }).filter(([, value]) => value)) as never,
    })
  useCommands([
    { id: 'new decision', title: 'New decision', group: 'Decisions', icon: Plus, keys: 'n', writes: true, run: () => setCreating(true) },
  ])
  const filtered = Boolean(status || path || whole)
  return (
    <Page
      title="Decisions"
      width="reading"
      views={
        <Segmented
          label="Status"
          value={(status ?? 'all') as string}
          onChange={(next) => go({ status: (next === 'all' ? undefined : next) as never })}
          options={[
            { value: 'all', title: 'All' },
            ...Object.entries(decisionStatuses).map(([value, { word }]) => ({ value, title: word })),
          ]}
        />
      }
      actions={
        writes && (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden /> New decision
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-20">
        <div className="flex flex-wrap items-center gap-8">
          <Segmented
            label="Scope"
            value={scope ?? 'project'}
            onChange={(next) => go({ scope: (next === 'organization' ? next : undefined) as never })}
            options={[
              { value: 'project', title: 'This project' },
              { value: 'organization', title: 'Organization' },
            ]}
          />
          {!whole && <PathFilter key={path ?? ''} path={path ?? ''} onPath={(next) => go({ path: (next || undefined) as never })} />}
        </div>
        <Loaded read={list}>
          {() =>
            list.items.length === 0 ? (
              <EmptyState
                icon={Scale}
                title={filtered ? 'No matching decisions' : 'No decisions yet'}
                action={
                  writes && !filtered ? (
                    <Button look="primary" onClick={() => setCreating(true)}>
                      Create decision
                    </Button>
                  ) : undefined
                }
              >
                {filtered
                  ? 'Try another status, or show all.'
                  : 'Decisions record what was chosen and why. Agents log them with log_decision and see those that apply to their files.'}
              </EmptyState>
            ) : (
              <>
                {byMonth(list.items).map(([name, items]) => (
                  <section key={name} aria-labelledby={`in-${name}`}>
                    <h2 id={`in-${name}`} className="mb-8 text-helper font-medium text-muted">
                      {name}
                    </h2>
                    <ol>
                      {items.map((one) => (
                        <DecisionEntry key={one.id} decision={one} successor={list.items.find(({ id }) => id === one.superseded_by)} />
                      ))}
                    </ol>
                  </section>
                ))}
                <More list={list} />
              </>
            )
          }
        </Loaded>
      </div>
      <NewDecision project={slug} open={creating} onOpenChange={setCreating} />
    </Page>
  )
}

function PathFilter({ path, onPath }: { path: string; onPath(path: string): void }) {
  const [text, setText] = useState(path)
  const find = (event: FormEvent) => {
    event.preventDefault()
    onPath(text.trim())
  }
  return (
    <form onSubmit={find} className="flex min-w-0 flex-1 gap-6 max-wide:basis-full">
      <Input
        aria-label="Applies to file"
        placeholder="Applies to file: src/main/serve.ts"
        className="font-mono text-helper"
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <Button type="submit" className="h-target">
        Find
      </Button>
      {path && (
        <Button look="quiet" className="h-target" onClick={() => onPath('')}>
          Show all
        </Button>
      )}
    </form>
  )
}
