import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, CircleDot, CornerDownLeft, Eye, ListChecks, Plus, Signal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCommands } from '../../../../commands/registry.ts'
import { useOrganization } from '../../../../data/organization.ts'
import { useRead } from '../../../../data/reads.ts'
import { useStore } from '../../../../data/store.ts'
import type { Task } from '../../../../data/tasks/task-patch.ts'
import { openNewTask } from '../../../../shell/new-task.tsx'
import { Button } from '../../../../ui/button.tsx'
import { plural } from '../../../../ui/format.ts'
import { Page } from '../../../../ui/page.tsx'
import { Card } from '../../../../ui/row.tsx'
import { FailedState } from '../../../../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../../../../ui/states.tsx'
import { ApprovalCard } from '../../../features/approval-card.tsx'
import { focused, focusTask, noteFocus, pointFirst, usePointer } from '../../frame/marks.ts'
import { comeFrom } from '../came-from.ts'
import { MyTaskRow } from './my-task-row.tsx'
import { useMyWork, type Part } from './use-my-work.ts'

/** This person's tasks, and what their agents do for them, across all projects. */
export function MyWorkPage() {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { parts, pending, error, refetch } = useMyWork()
  const { data: approvals } = useRead('listApprovals', {})
  const { data: projects } = useRead('listProjects', {})
  const focus = useStore(focused)
  const [picking, setPicking] = useState<'status' | 'priority' | null>(null)
  const tasks = parts.flatMap((part) => part.tasks)
  const keys = tasks.map(({ key }) => key).join()
  useEffect(() => comeFrom(organization, keys ? keys.split(',') : []), [organization, keys])
  const current = tasks.find(({ id }) => id === focus)
  usePointer()
  useEffect(() => {
    // The board, when it is opened again, goes on where it was.
    const before = focused.get()
    focused.set(null)
    return () => focused.set(before)
  }, [])
  const step = (by: 1 | -1) => {
    const at = current ? tasks.indexOf(current) + by : 0
    const next = tasks[Math.min(Math.max(at, 0), tasks.length - 1)]
    if (next) focusTask(next.id)
  }
  const one = (run: (task: Task) => void) => () => (current ? run(current) : pointFirst())
  const group = 'Task in focus'
  useCommands([
    { id: 'my next', title: 'Next task', group, icon: ArrowDown, keys: 'j', run: () => step(1) },
    { id: 'my previous', title: 'Previous task', group, icon: ArrowUp, keys: 'k', run: () => step(-1) },
    {
      id: 'my open',
      title: 'Open',
      group,
      icon: CornerDownLeft,
      keys: 'o',
      run: one(({ key }) => void navigate({ to: `/${organization}/t/${key}` })),
    },
    {
      id: 'my peek',
      title: 'Peek',
      group,
      icon: Eye,
      keys: 'v',
      run: one(({ key }) => void navigate({ to: '.', search: ((before: object) => ({ ...before, peek: key })) as never })),
    },
    { id: 'my status', title: 'Set status', group, icon: CircleDot, keys: 's', writes: true, run: one(() => setPicking('status')) },
    {
      id: 'my priority',
      title: 'Set priority',
      group,
      icon: Signal,
      keys: 'p',
      writes: true,
      run: one(() => setPicking('priority')),
    },
  ])
  const waiting = approvals?.items ?? []
  const open = parts.filter(({ title }) => title !== 'Recently completed').reduce((sum, part) => sum + part.tasks.length, 0)
  const questions = tasks.reduce((sum, task) => sum + (task.open_questions ?? 0), 0)
  const section = (part: Part) => (
    <section key={part.title} aria-label={part.title} className="mb-20">
      <h2 className="mb-6 flex items-center gap-8 font-medium">
        {part.title} <span className="font-mono text-label text-muted">{part.tasks.length}</span>
      </h2>
      {part.tasks.length === 0 ? (
        <p className="text-muted">{part.empty}</p>
      ) : (
        <Card className="overflow-hidden">
          <ul>
            {part.tasks.map((task) => (
              <MyTaskRow
                key={task.id}
                task={task}
                project={projects?.items.find(({ id }) => id === task.project_id)}
                picking={task.id === focus ? picking : null}
                onPicking={setPicking}
              />
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
  return (
    <Page
      title="My work"
      about={
        open + waiting.length > 0
          ? [
              plural(open, 'task'),
              ...(questions > 0 ? [plural(questions, 'open question')] : []),
              ...(waiting.length > 0 ? [plural(waiting.length, 'approval')] : []),
            ].join(', ')
          : 'You’re all caught up'
      }
      actions={
        <Button onClick={() => openNewTask()}>
          <Plus />
          New task
        </Button>
      }
    >
      {error ? (
        <FailedState error={error} retry={refetch} />
      ) : pending && tasks.length === 0 ? (
        <Skeleton />
      ) : tasks.length + waiting.length === 0 ? (
        <EmptyState icon={ListChecks} title="No tasks assigned to you" action={<Button onClick={() => openNewTask()}>New task</Button>}>
          Tasks assigned to you or claimed by your agents, from every project.
        </EmptyState>
      ) : (
        <div onFocusCapture={noteFocus}>
          {waiting.length > 0 && (
            <section aria-label="Needs your approval" className="mb-20">
              <h2 className="mb-6 flex items-center gap-8 font-medium">
                Needs your approval <span className="font-mono text-label text-muted">{waiting.length}</span>
              </h2>
              <div className="flex flex-col gap-8">
                {waiting.map((approval) => (
                  <Card key={approval.feature.id} className="flex">
                    <ApprovalCard approval={approval} compact />
                  </Card>
                ))}
              </div>
            </section>
          )}
          {parts.filter((part) => part.tasks.length > 0 || part.empty).map(section)}
        </div>
      )}
    </Page>
  )
}
