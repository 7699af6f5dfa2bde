import { Layers } from 'lucide-react'
import { useList } from '../../../data/reads.ts'
import { More } from '../../../ui/more.tsx'
import { Rows } from '../../../ui/row.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { SessionRow } from '../sessions/session-row.tsx'

export function AgentSessions({ agent }: { agent: string }) {
  const list = useList('listSessions', { whose: 'all', agent, limit: 20 })
  if (!list.data) return <Skeleton rows={3} />
  if (list.items.length === 0)
    return (
      <EmptyState icon={Layers} title="No sessions yet">
        The agent starts one with create_session. Without sessions, no one can pick up where it left off.
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-12">
      <Rows>
        {list.items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Rows>
      <More list={list} />
    </div>
  )
}
