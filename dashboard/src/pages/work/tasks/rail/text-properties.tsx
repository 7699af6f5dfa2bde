import { useState } from 'react'
import { useEditTasks } from '../../../../data/tasks/edit-tasks.ts'
import { date } from '../../../../ui/format.ts'
import type { Item } from '../../../../data/tasks/items.ts'
import { isOverdue } from '../../../../data/tasks/task-patch.ts'
import { dayOf } from '../../frame/days.ts'
import { ValueButton } from './value-button.tsx'

const field = 'touch h-24 w-full rounded-control border border-line-strong bg-control px-6'

export function EstimateField({ item }: { item: Item }) {
  const edit = useEditTasks(item.project.slug)
  const [text, setText] = useState<string | null>(null)
  const save = () => {
    const estimate = text?.trim() ? Number(text) : null
    setText(null)
    if (!Number.isNaN(estimate)) edit.edit([item], { estimate })
  }
  if (text !== null)
    return (
      <input
        type="number"
        min={0}
        max={1000}
        step="any"
        aria-label="Estimate in points"
        autoFocus
        value={text}
        className={field}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
          if (event.key === 'Escape') {
            event.stopPropagation()
            setText(null)
          }
        }}
      />
    )
  return (
    <ValueButton label="Estimate" onClick={() => setText(item.estimate === null ? '' : String(item.estimate))}>
      {item.estimate === null ? (
        <span className="text-muted">None</span>
      ) : (
        <span>
          <span className="font-mono">{item.estimate}</span> {item.estimate === 1 ? 'point' : 'points'}
        </span>
      )}
    </ValueButton>
  )
}

interface DateProps {
  item: Item
  field: 'start_on' | 'due_on'
}

/** The start date or the due date. */
export function DateField({ item, field: name }: DateProps) {
  const edit = useEditTasks(item.project.slug)
  const [open, setOpen] = useState(false)
  const value = item[name]
  const label = name === 'due_on' ? 'Due' : 'Start'
  const late = name === 'due_on' && isOverdue(item, dayOf(Date.now()))
  const save = (day: string) => edit.edit([item], { [name]: day || null })
  if (open)
    return (
      <input
        type="date"
        aria-label={label}
        autoFocus
        defaultValue={value ?? ''}
        {...(name === 'start_on' ? item.due_on && { max: item.due_on } : item.start_on && { min: item.start_on })}
        className={field}
        onBlur={(event) => {
          setOpen(false)
          save(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') {
            event.stopPropagation()
            event.currentTarget.value = value ?? ''
            event.currentTarget.blur()
          }
        }}
      />
    )
  return (
    <ValueButton label={label} onClick={() => setOpen(true)}>
      {value ? (
        <span className={late ? 'text-bad' : ''}>
          {date(value)}
          {late && ', overdue'}
        </span>
      ) : (
        <span className="text-muted">No date</span>
      )}
    </ValueButton>
  )
}
