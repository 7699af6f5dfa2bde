import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { clientFor } from '../../../../data/client.ts'
import { usePermissions } from '../../../../data/permissions.ts'
import { useOrganization } from '../../../../data/organization.ts'
import { useRead } from '../../../../data/reads.ts'
import { Button } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/page.tsx'
import { Picker } from '../../../../ui/picker.tsx'
import { StatusIcon } from '../../../../ui/marks/task-marks.tsx'
import { useEditTasks } from '../../../../data/tasks/edit-tasks.ts'
import { showItem, type Item } from '../../../../data/tasks/items.ts'

type Linked = Item['blocks'][number]

/** What blocks the task, and what it blocks. */
export function Dependencies({ item }: { item: Item }) {
  const organization = useOrganization()
  const edit = useEditTasks(item.project.slug)
  const setBlockers = (blocked_by: Linked[]) => edit.edit([item], { blocked_by })
  /** Writes to the other task: that one becomes blocked by this one, or no longer is. */
  const setUnblocks = async (linked: Linked, waits: boolean) => {
    const rest = item.blocks.filter(({ id }) => id !== linked.id)
    showItem(organization, item.id, { blocks: waits ? [...rest, linked] : rest })
    const other = await clientFor(organization).getTask({ task: linked.key })
    const { id, key, kind, title, status } = item
    const blockers = other.blocked_by.filter((one) => one.id !== id)
    edit.edit([other], { blocked_by: waits ? [...blockers, { id, key, kind, title, status }] : blockers })
  }
  return (
    <>
      <List
        title="Blocked by"
        add="Blocked by"
        item={item}
        tasks={item.blocked_by}
        onAdd={(task) => setBlockers([...item.blocked_by, task])}
        onRemove={(task) => setBlockers(item.blocked_by.filter(({ id }) => id !== task.id))}
      />
      <List
        title="Unblocks"
        add="Unblocks"
        item={item}
        tasks={item.blocks}
        onAdd={(task) => void setUnblocks(task, true)}
        onRemove={(task) => void setUnblocks(task, false)}
      />
    </>
  )
}

interface ListProps {
  title: string
  add: string
  item: Item
  tasks: readonly Linked[]
  onAdd(task: Linked): void
  onRemove(task: Linked): void
}

function List({ title, add, item, tasks, onAdd, onRemove }: ListProps) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const { data } = useRead('listTasks', { project: item.project.slug, sort: 'updated', limit: 100 })
  const taken = new Set([item.id, ...item.blocked_by.map(({ id }) => id), ...item.blocks.map(({ id }) => id)])
  const choices = (data?.items ?? []) as Linked[]
  return (
    <Section
      title={title}
      aside={
        writes && (
          <Picker
            label={add}
            choices={choices
              .filter(({ id }) => !taken.has(id))
              .map(({ id, key, title: name, status }) => ({ value: id, title: name, words: key, icon: <StatusIcon status={status} /> }))}
            chosen={[]}
            onPick={(id) => {
              const found = choices.find((one) => one.id === id)
              if (found) onAdd({ id, key: found.key, kind: 'task', title: found.title, status: found.status })
            }}
            trigger={
              <Button look="quiet" square aria-label={`${title}: add a task`}>
                <Plus />
              </Button>
            }
          />
        )
      }
    >
      {tasks.length === 0 && <p className="text-helper text-muted">None</p>}
      <ul>
        {tasks.map((task) => (
          <li key={task.id} className="group flex min-h-row items-center gap-8">
            <StatusIcon status={task.status} labelled />
            <Link to={`/${organization}/t/${task.key}`} className="touch flex min-w-0 flex-1 items-center gap-8 hover:underline">
              <span className="shrink-0 font-mono text-label whitespace-nowrap text-muted">{task.key}</span>
              <span className="truncate">{task.title}</span>
            </Link>
            {writes && (
              <Button look="quiet" square aria-label={`${title}: remove ${task.key}`} onClick={() => onRemove(task)}>
                <X />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
