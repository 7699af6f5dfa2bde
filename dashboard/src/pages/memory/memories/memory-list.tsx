import { Brain, SearchX } from 'lucide-react'
import { useCommands } from '../../../commands/registry.ts'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { AgentSnippet } from '../../agents/connect/agent-snippet.tsx'
import { MemoryRow } from './memory-row.tsx'
import { isNamed, useMemorySearch } from './memory-search-state.ts'
import { useContradictions } from './use-contradictions.ts'
import type { Found } from './use-found.ts'

export function MemoryList({ found, onNew }: { found: Found; onNew(): void }) {
  const [search, change] = useMemorySearch()
  const contradicted = useContradictions()
  const move = (by: number) => {
    const at = found.rows.findIndex((one) => isNamed(one, search.memory))
    const next = found.rows[Math.max(0, Math.min(found.rows.length - 1, at + by))]
    if (next) change({ memory: next.ref })
  }
  useCommands([
    { id: 'next memory', title: 'Next memory', group: 'Memory', keys: 'j', run: () => move(1) },
    { id: 'previous memory', title: 'Previous memory', group: 'Memory', keys: 'k', run: () => move(-1) },
  ])
  if (found.loading) return found.error ? <FailedState error={found.error} retry={found.again} /> : <Skeleton />
  if (found.rows.length === 0)
    return <Nothing asked={found.hits !== null} filtered={Boolean(search.state ?? search.trust ?? search.scope)} onNew={onNew} />
  return (
    <div className="flex flex-col gap-12 pb-24">
      <ol className="divide-y divide-line-soft border-t border-line">
        {found.rows.map((memory, at) => (
          <MemoryRow
            key={memory.id}
            memory={memory}
            hit={found.hits?.[at]}
            place={found.hits ? at + 1 : null}
            contradicts={contradicted.get(memory.id)}
            placeOf={found.placeOf}
            chosen={isNamed(memory, search.memory)}
            onChoose={() => change({ memory: memory.ref })}
          />
        ))}
      </ol>
      {found.hits === null && <More list={found.list} />}
      <p className="px-16 text-helper text-muted">
        {found.hits ? `${plural(found.hits.length, 'memory', 'memories')} found. ` : ''}
        {search.state ? 'Agents no longer get these.' : 'Superseded memories are hidden.'}{' '}
        <button
          type="button"
          className="touch rounded-code font-medium text-fg underline"
          onClick={() => change({ q: undefined, state: search.state ? undefined : 'superseded' })}
        >
          {search.state ? 'Show active' : 'Show history'}
        </button>
      </p>
    </div>
  )
}

function Nothing({ asked, filtered, onNew }: { asked: boolean; filtered: boolean; onNew(): void }) {
  if (asked || filtered)
    return (
      <EmptyState icon={SearchX} title="No matching memories">
        Try other words or fewer filters.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Brain}
      title="No memories yet"
      action={
        <Button look="primary" onClick={onNew}>
          New memory
        </Button>
      }
    >
      Agents save what they learn with <code className="font-mono text-helper">store_memory</code>, and ended sessions leave their outcome
      here. You can add memories too.
      <div className="mt-16">
        <AgentSnippet />
      </div>
    </EmptyState>
  )
}
