import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ChevronsRight, Ellipsis, EyeOff, FoldHorizontal, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { isHeld, isOverdue } from '../../../data/tasks/task-patch.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { count } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useWindow } from '../../../ui/use-window.ts'
import type { Column as Group } from '../frame/columns.ts'
import { dayOf } from '../frame/days.ts'
import { useWork } from '../frame/work.ts'
import { Card, type CardProps } from './card.tsx'

const cardHeight = 88
const gap = 8
/** The next cards are read when this many are left before the end. */
const readAhead = 20

interface ColumnProps {
  column: Group
  icon: ReactNode
  folded: boolean
  /** Whether cards can be dragged out of it and into it. */
  movable: boolean
  /** Undefined where the user may not add cards. */
  onAdd: (() => void) | undefined
  onOpen: CardProps['onOpen']
  /** Registers how to scroll one of its cards into view. */
  onReveal(value: string, reveal: ((index: number) => void) | null): void
}

export function Column({ column, icon, folded, movable, onAdd, onOpen, onReveal }: ColumnProps) {
  const { search, change, people, now, org, more } = useWork()
  const { value, title, tasks, count: all } = column
  const frame = useRef<HTMLElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const { total, items, reveal } = useWindow({ count: tasks.length, size: cardHeight, gap, before: 2, after: 8, scroll })
  const last = items.at(-1)?.index ?? 0
  const short = tasks.length < all && last > tasks.length - readAhead
  useEffect(() => {
    if (short) more(value)
    // Once for every page that arrives.
  }, [short, value, tasks.length])
  useEffect(() => {
    onReveal(value, reveal)
    return () => onReveal(value, null)
  }, [value, reveal, onReveal])
  useEffect(() => {
    const element = frame.current
    if (!element) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['task'] !== undefined,
      getData: () => ({ column: value }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [value])
  const without = (list: readonly string[]) => list.filter((one) => one !== value)
  if (folded)
    return (
      <section
        ref={frame}
        aria-label={title}
        data-column={value}
        className={classes('flex w-32 shrink-0 flex-col items-center gap-8 rounded-card py-8', over && 'bg-hover')}
      >
        <Button look="quiet" square aria-label={`Unfold ${title}`} onClick={() => change({ folded: without(search.folded) })}>
          <ChevronsRight />
        </Button>
        {icon}
        <span className="font-mono text-label text-muted">{count(all)}</span>
      </section>
    )
  const today = dayOf(now)
  return (
    <section
      ref={frame}
      aria-label={title}
      data-column={value}
      className={classes('flex h-full w-column shrink-0 snap-start flex-col rounded-card', over && 'bg-hover')}
    >
      <header className="flex h-target shrink-0 items-center gap-8 pl-4">
        {icon}
        <h2 className="truncate font-medium">{title}</h2>
        <span className="text-muted">{count(all)}</span>
        <span className="ml-auto flex">
          <Menu
            trigger={
              <Button look="quiet" square aria-label={`Column ${title}`}>
                <Ellipsis />
              </Button>
            }
            items={[
              { title: 'Fold', icon: FoldHorizontal, run: () => change({ folded: [...search.folded, value] }) },
              { title: 'Hide', icon: EyeOff, run: () => change({ hidden: [...search.hidden, value] }) },
            ]}
          />
          {onAdd && (
            <Button look="quiet" square aria-label={`New task in ${title}`} onClick={onAdd}>
              <Plus />
            </Button>
          )}
        </span>
      </header>
      <div
        ref={scroll}
        className="scrollbar-quiet min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-2"
        tabIndex={tasks.length === 0 ? -1 : 0}
        role="region"
        aria-label={`Tasks in ${title}`}
      >
        {tasks.length === 0 && (
          <p className="rounded-card border border-dashed border-line-strong px-12 py-16 text-center text-helper text-muted">
            {Object.keys(search.filters).length > 0
              ? 'No matching tasks'
              : onAdd
                ? 'No tasks. Drop one here, or add one with +.'
                : 'No tasks'}
          </p>
        )}
        <ul className="relative h-offset" style={{ '--size': total } as CSSProperties}>
          {items.map((item) => {
            const task = tasks[item.index]
            if (!task) return null
            const live = isHeld(task, now)
            const who = live && task.lease_agent_id ? people.actor(null, task.lease_agent_id) : nameOf(people, task)
            return (
              <Card
                key={task.id}
                task={task}
                at={item.start}
                assignee={who}
                live={live}
                overdue={isOverdue(task, today)}
                column={value}
                movable={movable}
                sortable={search.sort === 'rank'}
                onOpen={onOpen}
                href={`/${org}/t/${task.key}`}
              />
            )
          })}
        </ul>
      </div>
    </section>
  )
}

function nameOf(people: ReturnType<typeof useWork>['people'], task: Group['tasks'][number]) {
  return task.assignee_id || task.assignee_agent_id ? people.actor(task.assignee_id, task.assignee_agent_id) : null
}
