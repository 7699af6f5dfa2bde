import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { usePermissions } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { createBranch } from '../../../data/tasks/edit-branches.ts'
import { useEditTasks } from '../../../data/tasks/edit-tasks.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Meter } from '../../../ui/meter.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { StatusIcon, type TaskStatus } from '../../../ui/marks/task-marks.tsx'
import type { Item } from '../../../data/tasks/items.ts'

/** The items under a story or an epic, and their progress. */
export function ItemChildren({ item }: { item: Item }) {
  if (item.kind === 'task') return null
  return <Below item={item} />
}

function Below({ item }: { item: Item }) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const place = item.kind === 'epic' ? { epic: item.key } : { story: item.key }
  const { data } = useRead('getProjectTree', { project: item.project.slug, ...place, limit: 100 })
  const { tasks, stories } = item.children
  const parts = [stories.items > 0 && plural(stories.items, 'story', 'stories'), plural(tasks.items, 'task')].filter(Boolean)
  return (
    <section aria-label="Subtasks" className="mb-16">
      <div className="mb-8 flex items-center gap-12">
        <h3 className="font-semibold whitespace-nowrap">{parts.join(', ')}</h3>
        <Meter label={`${tasks.complete} of ${tasks.total} complete`} share={tasks.total === 0 ? 0 : tasks.complete / tasks.total} />
        <span className="font-mono text-label whitespace-nowrap text-muted">
          {tasks.complete} of {tasks.total}
        </span>
      </div>
      {data && data.items.length > 0 && (
        <Rows>
          {data.items.map((child) => (
            <Row key={child.id} className="py-6">
              <StatusIcon status={child.status as TaskStatus} labelled />
              <Link to={`/${organization}/t/${child.key}`} className="touch flex min-w-0 flex-1 items-center gap-8 hover:underline">
                <span className="shrink-0 font-mono text-label whitespace-nowrap text-muted">{child.key}</span>
                <span className="truncate">{child.title}</span>
              </Link>
              {child.kind !== 'task' && <span className="text-helper text-muted">{plural(child.children.length, 'task')}</span>}
            </Row>
          ))}
        </Rows>
      )}
      {writes && item.kind === 'epic' && <AddBelow item={item} what="story" />}
      {writes && <AddBelow item={item} what="task" />}
    </section>
  )
}

function AddBelow({ item, what }: { item: Item; what: 'story' | 'task' }) {
  const organization = useOrganization()
  const [title, setTitle] = useState('')
  const project = item.project.slug
  const edit = useEditTasks(project)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const named = title.trim()
    setTitle('')
    if (what === 'story') return createBranch({ organization, project, title: named, epic: item.key })
    const epic = item.parents.find(({ kind }) => kind === 'epic')?.key
    const above = item.kind === 'epic' ? { epic: item.key } : { story: item.key, ...(epic && { epic }) }
    edit.create({ title: named, status: 'backlog', priority: 'none', parent_id: item.id }, { above })
  }
  return (
    <form onSubmit={add} className="mt-8 flex gap-6">
      <Input
        aria-label={`Title of a new ${what}`}
        placeholder={`New ${what}…`}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button type="submit" disabled={!title.trim()} className="h-target">
        <Plus />
        Add {what}
      </Button>
    </form>
  )
}
