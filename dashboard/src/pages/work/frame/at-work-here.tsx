import { useMemo } from 'react'
import { isHeld } from '../../../data/tasks/task-patch.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { useWork } from './work.ts'

const maxNames = 5

/** Who holds a task of this project now. */
export function AtWorkHere() {
  const { tasks, people, now } = useWork()
  const names = useMemo(() => {
    const holders = new Map<string, 'agent' | 'person'>()
    for (const task of tasks) {
      if (!isHeld(task, now)) continue
      if (task.lease_agent_id) holders.set(people.actor(null, task.lease_agent_id).name, 'agent')
      else if (task.lease_holder) holders.set(task.lease_holder, 'person')
    }
    return [...holders]
  }, [tasks, people, now])
  if (names.length === 0) return null
  return (
    <div className="flex items-center gap-4 pr-4 max-wide:hidden" role="group" aria-label="Working here">
      {names.slice(0, maxNames).map(([name, kind]) => (
        <Avatar key={name} name={name} kind={kind} running />
      ))}
      {names.length > maxNames && <span className="text-helper text-muted">+{names.length - maxNames}</span>}
    </div>
  )
}
