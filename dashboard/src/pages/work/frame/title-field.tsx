import { useState } from 'react'
import type { Task } from '../../../data/tasks/task-patch.ts'
import { Input } from '../../../ui/field.tsx'
import { focusTask } from './marks.ts'
import { renaming } from './rename.ts'
import { useWork } from './work.ts'

/** A title edited in place: Enter saves, Escape cancels. */
export function TitleField({ task }: { task: Task }) {
  const { edit } = useWork()
  // The task that editing began from: another title may arrive while typing.
  const [seen] = useState(task)
  const [title, setTitle] = useState(task.title)
  const end = (keep: boolean) => {
    if (renaming.get() !== task.id) return
    renaming.set(null)
    if (keep && title.trim()) edit.edit([seen], { title: title.trim() })
    requestAnimationFrame(() => focusTask(task.id))
  }
  return (
    <Input
      aria-label={`Title of ${task.key}`}
      autoFocus
      maxLength={300}
      value={title}
      className="relative"
      onChange={(event) => setTitle(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(true)
        else if (event.key === 'Escape') end(false)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
