import { useState } from 'react'
import { useEditTasks } from '../../../../data/tasks/edit-tasks.ts'
import { date } from '../../../../ui/format.ts'
import type { Item } from '../../../../data/tasks/items.ts'
import { isClosed } from '../../../../data/tasks/task-patch.ts'
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

export function DueField({ item }: { item: Item }) {
  const edit = useEditTasks(item.project.slug)
  const [open, setOpen] = useState(false)
  const late = item.due_on !== null && !isClosed(item) && item.due_on < new Date().toISOString().slice(0, 10)
  const save = (value: string) => edit.edit([item], { due_on: value || null })
  if (open)
    return (
      <input
        type="date"
        aria-label="Due"
        autoFocus
        defaultValue={item.due_on ?? ''}
        className={field}
        onBlur={(event) => {
          setOpen(false)
          save(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') {
            event.stopPropagation()
            event.currentTarget.value = item.due_on ?? ''
            event.currentTarget.blur()
          }
        }}
      />
    )
  return (
    <ValueButton label="Due" onClick={() => setOpen(true)}>
      {item.due_on ? (
        <span className={late ? 'text-bad' : ''}>
          {date(item.due_on)}
          {late && ', overdue'}
        </span>
      ) : (
        <span className="text-muted">No date</span>
      )}
    </ValueButton>
  )
}
