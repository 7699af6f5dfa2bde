import { useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { date } from '../../../ui/format.ts'
import { changeItem } from '../change-item.ts'
import { isClosed, type Item } from '../item.ts'
import { ValueButton } from './value-button.tsx'

const field = 'touch h-24 w-full rounded-control border border-line-strong bg-control px-6'

export function EstimateField({ item }: { item: Item }) {
  const organization = useOrganization()
  const [text, setText] = useState<string | null>(null)
  const save = () => {
    const estimate = text?.trim() ? Number(text) : null
    setText(null)
    if (estimate === item.estimate || Number.isNaN(estimate)) return
    void changeItem({ organization, item, fields: { estimate }, shown: { estimate }, label: `Estimate ${item.key}` })
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
  const organization = useOrganization()
  const [open, setOpen] = useState(false)
  const late = item.due_on !== null && !isClosed(item.status) && item.due_on < new Date().toISOString().slice(0, 10)
  const save = (value: string) => {
    const due_on = value || null
    if (due_on === item.due_on) return
    void changeItem({ organization, item, fields: { due_on }, shown: { due_on }, label: `Set when ${item.key} is due` })
  }
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
          {late && ', late'}
        </span>
      ) : (
        <span className="text-muted">No date</span>
      )}
    </ValueButton>
  )
}
