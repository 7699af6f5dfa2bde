import { ListFilter } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useWork } from './work.ts'

export function NothingMatches() {
  const { change, tasks } = useWork()
  return (
    <EmptyState
      icon={ListFilter}
      title="No matching tasks"
      action={<Button onClick={() => change({ filters: {}, hidden: [] })}>Show all {tasks.length}</Button>}
    >
      All tasks are filtered out or hidden.
    </EmptyState>
  )
}
