import { CircleUserRound } from 'lucide-react'
import { useEditTasks } from '../../../../data/tasks/edit-tasks.ts'
import { Avatar } from '../../../../ui/marks/avatar.tsx'
import { Picker } from '../../../../ui/picker.tsx'
import type { Item } from '../../../../data/tasks/items.ts'
import { useEverybody } from '../people.ts'
import type { PickerOf } from './mark-pickers.tsx'
import { ValueButton } from './value-button.tsx'

const nobody = 'nobody'

/** A person or an agent, picked from one list. */
export function AssigneePicker({ item, chip, ...control }: PickerOf) {
  const edit = useEditTasks(item.project.slug)
  const people = useEverybody()
  const current = item.assignee
  const kind = current?.kind ?? 'person'
  const assign = (value: string) => {
    const who = people.find(({ id }) => id === value)
    const toAgent = who?.kind === 'agent'
    const fields: Partial<Item> = {
      assignee: !who
        ? null
        : toAgent
          ? { kind: 'agent', id: who.id, name: who.name, slug: who.handle }
          : { kind: 'person', id: who.id, name: who.name, handle: who.handle },
      assignee_agent: who && toAgent ? { id: who.id, name: who.name, slug: who.handle } : null,
      assignee_id: who && !toAgent ? who.id : null,
      assignee_agent_id: who && toAgent ? who.id : null,
    }
    edit.edit([item], fields, { sure: true })
  }
  return (
    <Picker
      {...control}
      label="Assignee"
      choices={[
        { value: nobody, title: 'Unassigned', icon: <CircleUserRound className="size-16 text-faint" aria-hidden /> },
        ...people.map(({ id, kind: what, name, handle }) => ({
          value: id,
          title: name,
          words: `${handle} ${what}`,
          icon: <Avatar name={name} kind={what} size="small" decorative />,
        })),
      ]}
      chosen={[current?.id ?? nobody]}
      onPick={assign}
      trigger={
        <ValueButton chip={chip} label="Assignee">
          {current ? (
            <Avatar name={current.name} kind={kind} size="small" decorative />
          ) : (
            <CircleUserRound className="size-16 text-faint" aria-hidden />
          )}
          <span className="truncate">{current?.name ?? <span className="text-muted">Unassigned</span>}</span>
        </ValueButton>
      }
    />
  )
}
