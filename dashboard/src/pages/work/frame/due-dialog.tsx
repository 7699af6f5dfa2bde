import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { addDays, dayOf } from './days.ts'

/** A date for one or more tasks: the usual ones by a button, any other by entering it. */
export function DueDialog({ value, onSet, onClose }: { value: string | null; onSet(day: string | null): void; onClose(): void }) {
  const [day, setDay] = useState(value ?? '')
  const today = dayOf(Date.now())
  const set = (next: string | null) => {
    onSet(next)
    onClose()
  }
  const usual = [
    { title: 'Today', day: today },
    { title: 'Tomorrow', day: addDays(today, 1) },
    { title: 'In a week', day: addDays(today, 7) },
    { title: 'In a month', day: addDays(today, 30) },
  ]
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Due date">
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault()
          set(day || null)
        }}
      >
        <div className="flex flex-wrap gap-6">
          {usual.map((one) => (
            <Button key={one.title} onClick={() => set(one.day)}>
              {one.title}
            </Button>
          ))}
        </div>
        <Field label="Day">{(ids) => <Input {...ids} type="date" autoFocus value={day} onChange={(e) => setDay(e.target.value)} />}</Field>
        <div className="flex justify-end gap-6">
          {value && (
            <Button look="quiet" onClick={() => set(null)}>
              Clear due date
            </Button>
          )}
          <Button type="submit" look="primary" disabled={!day}>
            Set due date
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
