import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { Brain, Pin } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { useList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { More } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'

/** The agent's own memories, which only its owner can read. */
export function AgentMemory({ agent }: { agent: Output<'getAgent'> }) {
  const org = useOrganization()
  const list = useList('listMemories', { agent: agent.id, limit: 50 })
  if (!list.data) return list.error ? <FailedState error={list.error} retry={() => void list.refetch()} /> : <Skeleton rows={3} />
  if (list.items.length === 0)
    return (
      <EmptyState icon={Brain} title="No memories of its own">
        Memories without a project are visible to the agent and its owner. The rest are in the project’s memory.
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-12">
      <Button asChild className="self-end">
        <Link to={`/${org}/memory`} search={{ agent: agent.slug } as never}>
          Search and map
        </Link>
      </Button>
      <Rows>
        {list.items.map((memory) => (
          <Row key={memory.id}>
            <span className="shrink-0 font-mono text-label text-muted">{memory.ref}</span>
            <Link
              to={`/${org}/memory`}
              search={{ agent: agent.slug, memory: memory.ref } as never}
              className="line-clamp-2 min-w-0 flex-1 rounded-code hover:text-accent"
            >
              {memory.content}
            </Link>
            {memory.pinned && <Pin className="size-12 fill-current" role="img" aria-label="pinned" />}
            {memory.tags.slice(0, 2).map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
            <Ago at={memory.created_at} />
          </Row>
        ))}
      </Rows>
      <More list={list} />
    </div>
  )
}
