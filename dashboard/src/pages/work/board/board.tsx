import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useNavigate } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { byRank, placeAt } from '../../../data/tasks/order.ts'
import { isDraft, type Task } from '../../../data/tasks/task-patch.ts'
import { openNewTask } from '../../../shell/new-task.tsx'
import { Button } from '../../../ui/button.tsx'
import { fieldsOf, isMovable, type Column as Group } from '../frame/columns.ts'
import { faceOf } from '../frame/face.tsx'
import { focused, focusedIn, focusTask, selected, toggleSelected, walk } from '../frame/marks.ts'
import { useWork } from '../frame/work.ts'
import type { CardProps } from './card.tsx'
import { Column } from './column.tsx'
import { step } from './step.ts'

export function Board() {
  const work = useWork()
  const { columns, search, change, org } = work
  const navigate = useNavigate()
  const shown = columns.filter(({ value }) => !search.hidden.includes(value))
  const reveals = useRef(new Map<string, (index: number) => void>())
  const latest = useRef({ ...work, shown })
  latest.current = { ...work, shown }

  const onReveal = useCallback((value: string, reveal: ((index: number) => void) | null) => {
    if (reveal) reveals.current.set(value, reveal)
    else reveals.current.delete(value)
  }, [])
  const onOpen = useCallback<CardProps['onOpen']>(
    (event, task: Task) => {
      if (event.metaKey || event.ctrlKey) return
      event.preventDefault()
      if (event.shiftKey && latest.current.people.writes) toggleSelected(task.id)
      else if (!isDraft(task)) void navigate({ to: `/${org}/t/${task.key}` })
    },
    [navigate, org],
  )
  useEffect(() => {
    walk.set({
      next(id, way) {
        const open = latest.current.shown.filter(({ value }) => !latest.current.search.folded.includes(value))
        const found = step(open, id, way, focusedIn.get())
        if (found) focusedIn.set(found.column)
        return found?.id ?? null
      },
      reveal(id) {
        const own = latest.current.shown.filter(({ tasks }) => tasks.some((task) => task.id === id))
        const column = own.find(({ value }) => value === focusedIn.get()) ?? own[0]
        if (column) reveals.current.get(column.value)?.(column.tasks.findIndex((task) => task.id === id))
      },
    })
    return () => walk.set(null)
  }, [])
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const { shown: now, search: at, grouping, edit, byId } = latest.current
          const task = byId.get(String(source.data['task'] ?? ''))
          const [target] = location.current.dropTargets
          const into = location.current.dropTargets.find(({ data }) => data['column'] !== undefined)
          const column = now.find(({ value }) => value === into?.data['column'])
          if (!task || !column || !target) return
          const from = String(source.data['from'] ?? '')
          const same = from === column.value
          // A selected card takes the other selected cards along.
          const several = selected.get().has(task.id)
          const moved = several ? [...selected.get()].flatMap((id) => byId.get(id) ?? []).sort(byRank) : [task]
          const ids = moved.map(({ id }) => id)
          const fields = same && !several ? {} : fieldsOf(at.group, column, task, from)
          focusedIn.set(column.value)
          // Each task keeps its other labels.
          if (grouping.by === 'label' && moved.length > 1) {
            for (const one of moved) edit.edit([one], fieldsOf('label', column, one, from))
            return
          }
          const beside = column.tasks.filter(({ id }) => !ids.includes(id)).findIndex(({ id }) => id === target.data['beside'])
          if (beside < 0 || ids.includes(String(target.data['beside']))) {
            if (!same) edit.move(moved, fields, at.sort === 'rank' ? placeAt(column.tasks, 0, ...ids) : {})
          } else edit.move(moved, fields, placeAt(column.tasks, beside + (extractClosestEdge(target.data) === 'bottom' ? 1 : 0), ...ids))
          requestAnimationFrame(() => focusTask(task.id))
        },
      }),
    [],
  )
  const addTo = (column: Group) => openNewTask(fieldsOf(search.group, column))
  const movable = work.people.writes && isMovable(search.group)
  useCommands([
    {
      id: 'new task here',
      title: 'New task in this column',
      group: 'Task',
      keys: 'shift+c',
      writes: true,
      run: () => {
        const task = work.byId.get(focused.get() ?? '')
        const own = (task && columns.find(({ value }) => work.grouping.of(task).includes(value))) ?? shown[0]
        if (own) addTo(own)
      },
    },
  ])
  return (
    <div
      className="scrollbar-quiet flex h-full snap-x scroll-pl-16 gap-16 overflow-x-auto overflow-y-hidden px-16 pt-4"
      role="group"
      aria-label="Board"
      tabIndex={-1}
    >
      {shown.map((column) => (
        <Column
          key={`${search.group} ${column.value}`}
          column={column}
          icon={faceOf(search.group, column)}
          folded={search.folded.includes(column.value)}
          movable={movable}
          onAdd={movable ? () => addTo(column) : undefined}
          onOpen={onOpen}
          onReveal={onReveal}
        />
      ))}
      {shown.length < columns.length && (
        <div className="flex w-column shrink-0 flex-col items-start gap-4 pt-4">
          <h2 className="flex h-row items-center gap-6 text-muted">
            <EyeOff className="size-16" aria-hidden />
            Hidden
          </h2>
          {columns
            .filter(({ value }) => search.hidden.includes(value))
            .map((column) => (
              <Button
                key={column.value}
                look="quiet"
                onClick={() => change({ hidden: search.hidden.filter((one) => one !== column.value) })}
              >
                {faceOf(search.group, column)}
                {column.title}
                <span className="font-mono text-label">{column.count}</span>
              </Button>
            ))}
        </div>
      )}
    </div>
  )
}
