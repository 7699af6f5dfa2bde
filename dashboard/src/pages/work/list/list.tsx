import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, type CSSProperties, type MouseEvent } from 'react'
import { isDraft, isHeld, isOverdue, type Task } from '../../../data/tasks/task-patch.ts'
import { openNewTask } from '../../../shell/new-task.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format.ts'
import { useWindow } from '../../../ui/use-window.ts'
import { fieldsOf, isMovable, type Column } from '../frame/columns.ts'
import { dayOf } from '../frame/days.ts'
import { faceOf } from '../frame/face.tsx'
import { focusedIn, toggleSelected, walk } from '../frame/marks.ts'
import { NothingMatches } from '../frame/nothing-matches.tsx'
import { useWork } from '../frame/work.ts'
import { ListRow } from './list-row.tsx'

const height = 36

/** A group header, or a task in the group. */
type Line = { column: Column } | { task: Task; within: string }

export function List() {
  const { columns, search, change, people, now, org } = useWork()
  const navigate = useNavigate()
  const scroll = useRef<HTMLDivElement>(null)
  const lines = useMemo<Line[]>(
    () =>
      columns
        .filter(({ value, tasks }) => tasks.length > 0 && !search.hidden.includes(value))
        .flatMap((column) => [
          { column },
          ...(search.folded.includes(column.value) ? [] : column.tasks.map((task) => ({ task, within: column.value }))),
        ]),
    [columns, search],
  )
  const { total, items, reveal } = useWindow({ count: lines.length, size: height, scroll })
  const latest = useRef({ lines, reveal })
  latest.current = { lines, reveal }
  useEffect(() => {
    const at = (id: string | null) => {
      const find = (within?: string | null) =>
        latest.current.lines.findIndex((line) => 'task' in line && line.task.id === id && (within === undefined || line.within === within))
      const own = find(focusedIn.get())
      return own >= 0 ? own : find()
    }
    walk.set({
      next(id, way) {
        const all = latest.current.lines
        const by = way === 'up' || way === 'left' ? -1 : 1
        for (let place = id === null ? 0 : at(id) + by; place >= 0 && place < all.length; place += by) {
          const line = all[place]
          if (!line || !('task' in line)) continue
          focusedIn.set(line.within)
          return line.task.id
        }
        return null
      },
      reveal: (id) => at(id) >= 0 && latest.current.reveal(at(id)),
    })
    return () => walk.set(null)
  }, [])
  const onOpen = useCallback(
    (event: MouseEvent, task: Task) => {
      if (event.metaKey || event.ctrlKey) return
      event.preventDefault()
      if (event.shiftKey && people.writes) toggleSelected(task.id)
      else if (!isDraft(task) && event.detail < 2) void navigate({ to: `/${org}/t/${task.key}` })
    },
    [navigate, org, people.writes],
  )
  const today = dayOf(now)
  const fold = (value: string) =>
    change({ folded: search.folded.includes(value) ? search.folded.filter((one) => one !== value) : [...search.folded, value] })
  if (lines.length === 0) return <NothingMatches />
  return (
    <div ref={scroll} className="scrollbar-quiet h-full overflow-y-auto" tabIndex={0} role="region" aria-label="Tasks">
      <ul className="relative h-offset" style={{ '--size': total } as CSSProperties}>
        {items.map(({ index, start }) => {
          const line = lines[index]
          if (!line) return null
          const key = keyOf(line)
          if ('column' in line) {
            const { value, title, tasks } = line.column
            const folded = search.folded.includes(value)
            return (
              <li
                key={key}
                style={{ '--at': start } as CSSProperties}
                className="at-offset flex h-target items-center gap-8 border-b border-line-soft bg-sunken px-8 wide:px-16"
              >
                <button
                  type="button"
                  aria-expanded={!folded}
                  className="touch inline-flex min-w-0 items-center gap-8 font-medium"
                  onClick={() => fold(value)}
                >
                  {folded ? (
                    <ChevronRight className="size-16 text-muted" aria-hidden />
                  ) : (
                    <ChevronDown className="size-16 text-muted" aria-hidden />
                  )}
                  {faceOf(search.group, line.column)}
                  <span className="truncate">{title}</span>
                  <span className="font-normal text-muted">{count(tasks.length)}</span>
                </button>
                <span className="ml-auto" />
                {people.writes && isMovable(search.group) && (
                  <Button
                    look="quiet"
                    square
                    aria-label={`New task in ${title}`}
                    onClick={() => openNewTask(fieldsOf(search.group, line.column))}
                  >
                    <Plus />
                  </Button>
                )}
              </li>
            )
          }
          const { task } = line
          const live = isHeld(task, now)
          const who = task.assignee_id || task.assignee_agent_id ? people.actor(task.assignee_id, task.assignee_agent_id) : null
          return (
            <ListRow
              key={key}
              task={task}
              column={line.within}
              at={start}
              live={live}
              writes={people.writes}
              assignee={live && task.lease_agent_id ? people.actor(null, task.lease_agent_id) : who}
              overdue={isOverdue(task, today)}
              href={`/${org}/t/${task.key}`}
              onOpen={onOpen}
            />
          )
        })}
      </ul>
    </div>
  )
}

const keyOf = (line: Line): string => ('task' in line ? `${line.within} ${line.task.id}` : `group ${line.column.value}`)
