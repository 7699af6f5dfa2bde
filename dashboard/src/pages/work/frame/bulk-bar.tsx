import { CalendarDays, CircleDot, SignalHigh, Tag, Trash2, UserRound, X, type LucideIcon } from 'lucide-react'
import { useStore } from '../../../data/store.ts'
import { Button } from '../../../ui/button.tsx'
import { selected } from './marks.ts'
import { openTaskPicker, type Pickable } from './task-picker.tsx'
import { useWork } from './work.ts'

const fields: { field: Pickable; title: string; icon: LucideIcon }[] = [
  { field: 'status', title: 'Move to…', icon: CircleDot },
  { field: 'priority', title: 'Priority', icon: SignalHigh },
  { field: 'assignee', title: 'Assign', icon: UserRound },
  { field: 'labels', title: 'Labels', icon: Tag },
  { field: 'due', title: 'Due', icon: CalendarDays },
]

/** Actions on all selected tasks. */
export function BulkBar() {
  const ids = useStore(selected)
  const { edit, byId, people } = useWork()
  if (ids.size === 0 || !people.writes) return null
  const clear = () => selected.set(new Set())
  return (
    <div
      role="toolbar"
      aria-label="Selected tasks"
      className="absolute inset-x-8 bottom-16 z-30 mx-auto flex w-fit max-w-full animate-panel-in flex-wrap items-center justify-center gap-4 rounded-panel border border-line-strong bg-raised p-6 shadow-over"
    >
      <span className="px-8 font-medium">{ids.size} selected</span>
      {fields.map(({ field, title, icon: Icon }) => (
        <Button key={field} look="quiet" onClick={(event) => openTaskPicker(field, [...ids], event.currentTarget)}>
          <Icon aria-hidden />
          {title}
        </Button>
      ))}
      <Button
        look="quiet"
        onClick={() => {
          void edit.remove([...ids].flatMap((id) => byId.get(id) ?? []))
          clear()
        }}
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
      <Button look="quiet" square aria-label="Clear selection" onClick={clear}>
        <X />
      </Button>
    </div>
  )
}
