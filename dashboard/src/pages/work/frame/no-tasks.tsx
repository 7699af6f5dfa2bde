import { Link } from '@tanstack/react-router'
import { SquareKanban } from 'lucide-react'
import { AgentSnippet } from '../../agents/connect/agent-snippet.tsx'
import { openNewTask } from '../../../shell/new-task.tsx'
import { Button } from '../../../ui/button.tsx'
import { Keys } from '../../../ui/keys.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useWork } from './work.ts'

/** The first minute in a project: create a task, or let an agent do it. */
export function NoTasks() {
  const { org, people } = useWork()
  if (!people.writes)
    return (
      <EmptyState icon={SquareKanban} title="No tasks yet">
        No one has created one yet.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={SquareKanban}
      title="No tasks yet"
      action={
        <div className="flex flex-wrap justify-center gap-8">
          <Button look="primary" onClick={() => openNewTask()}>
            Create task
          </Button>
          <Button asChild>
            <Link to={`/${org}/connect`}>Connect an agent</Link>
          </Button>
        </div>
      }
    >
      <p className="flex flex-wrap items-center justify-center gap-4 max-wide:hidden">
        Press <Keys keys="c" /> anywhere to create one.
      </p>
      <p>A connected agent can plan for you: ask it to “read the code and create tasks for what’s missing”.</p>
      <div className="mt-16">
        <AgentSnippet />
      </div>
    </EmptyState>
  )
}
