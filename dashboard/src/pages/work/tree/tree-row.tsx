import { Link } from '@tanstack/react-router'
import { BookOpen, ChevronDown, ChevronRight, Ellipsis, Plus, Target, Trash2, CircleCheck, Circle } from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { removeBranch, updateBranch, type Branch } from '../../../data/tasks/edit-branches.ts'
import { isHeld, isOverdue } from '../../../data/tasks/task-patch.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { date } from '../../../ui/format.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { PriorityIcon, StatusIcon } from '../../../ui/marks/task-marks.tsx'
import { CompletedSparkline } from '../../insights/completed-sparkline.tsx'
import { dayOf } from '../frame/days.ts'
import { ring, useFocused, useSelected } from '../frame/marks.ts'
import { useRenamed } from '../frame/rename.ts'
import { TitleField } from '../frame/title-field.tsx'
import { useWork } from '../frame/work.ts'
import type { Node } from './branches.ts'

interface RowProps {
  node: Node
  at: number
  folded: boolean
  tabStop: boolean
  onFold(folded: boolean): void
  onKey(event: KeyboardEvent): void
  onFocus(): void
  onAdd(kind: 'story' | 'task'): void
}

export function TreeRow({ node, at, folded, tabStop, onFold, onKey, onFocus, onAdd }: RowProps) {
  const { org, slug, people, now } = useWork()
  const chosen = useSelected(node.id)
  const focus = useFocused(node.id)
  const renamed = useRenamed(node.id)
  const { task } = node
  const live = task ? isHeld(task, now) : false
  const parts = node.children.length > 0
  const who = node.assignee_id || node.assignee_agent_id ? people.actor(node.assignee_id, node.assignee_agent_id) : null
  const closed = node.status === 'complete'
  const branch: Branch = { id: node.id, key: node.key, kind: node.kind, parents: node.parent ? [node.parent] : [] }
  const where = { organization: org, project: slug, branch }
  const menu: (MenuItem | null)[] = [
    ...(node.kind === 'epic' ? [{ title: 'Add story', icon: BookOpen, run: () => onAdd('story') }] : []),
    { title: 'Add task', icon: Plus, run: () => onAdd('task') },
    null,
    {
      title: closed ? `Reopen ${node.kind}` : `Complete ${node.kind}`,
      icon: closed ? Circle : CircleCheck,
      run: () => void updateBranch({ ...where, label: `Change ${node.key}`, input: { status: closed ? 'todo' : 'complete' } }),
    },
    { title: `Delete ${node.kind} and its subtasks`, icon: Trash2, danger: true, run: () => void removeBranch(where) },
  ]
  return (
    <div
      role="treeitem"
      data-node={node.id}
      {...(task && { 'data-task': node.id, 'data-focus': true })}
      aria-level={node.depth + 1}
      aria-selected={chosen}
      {...(parts && { 'aria-expanded': !folded })}
      tabIndex={tabStop ? 0 : -1}
      onKeyDown={onKey}
      onFocus={onFocus}
      style={{ '--at': at, '--depth': node.depth } as CSSProperties}
      className={classes(
        'at-offset indent flex h-target items-center gap-6 border-b border-line-soft pr-16 -outline-offset-2',
        chosen ? 'bg-accent-soft' : focus ? 'bg-hover' : node.kind === 'epic' ? 'bg-sunken' : !task && 'hover:bg-hover',
        task ? (focus ? ring : 'outline-none') : 'focus-visible:outline-ring',
      )}
    >
      {parts ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={folded ? `Unfold ${node.key}` : `Fold ${node.key}`}
          className="touch inline-flex size-20 shrink-0 items-center justify-center rounded-code text-muted hover:bg-hover"
          onClick={() => onFold(!folded)}
        >
          {folded ? <ChevronRight className="size-16" aria-hidden /> : <ChevronDown className="size-16" aria-hidden />}
        </button>
      ) : (
        <span className="w-20 shrink-0" />
      )}
      {node.kind === 'epic' ? <Target className="size-16 shrink-0 text-accent" aria-hidden /> : null}
      {node.kind === 'story' ? <BookOpen className="size-16 shrink-0 text-muted" aria-hidden /> : null}
      {task && <PriorityIcon priority={task.priority} />}
      <StatusIcon status={node.status} labelled />
      <span className="w-48 shrink-0 truncate font-mono text-label text-muted max-wide:hidden">{node.key}</span>
      {task && renamed ? (
        <TitleField task={task} />
      ) : (
        <Link
          to={`/${org}/t/${node.key}`}
          tabIndex={-1}
          className={classes('min-w-0 flex-1 truncate hover:underline', node.kind !== 'task' && 'font-medium')}
        >
          {node.title}
        </Link>
      )}
      {live && <Chip tone="ok">live</Chip>}
      {node.kind !== 'task' && (
        <span className="flex shrink-0 items-center gap-8">
          {node.due_on && (
            <span
              className={classes(
                'font-mono text-label whitespace-nowrap max-wide:hidden',
                isOverdue(node, dayOf(now)) ? 'text-bad' : 'text-muted',
              )}
            >
              {date(node.due_on)}
            </span>
          )}
          {node.kind === 'epic' && <CompletedSparkline of="epics" id={node.id} name={node.key} project={slug} />}
          <span className="w-48 max-wide:hidden">
            <Meter label={`${node.key}: complete`} share={node.total === 0 ? 0 : node.complete / node.total} />
          </span>
          <span className="w-48 text-right font-mono text-label text-muted">
            {node.complete}/{node.total}
          </span>
          {people.writes && (
            <Menu
              trigger={
                <Button look="quiet" square tabIndex={-1} aria-label={`Actions for ${node.key}`}>
                  <Ellipsis />
                </Button>
              }
              items={menu}
            />
          )}
        </span>
      )}
      {who && <Avatar name={who.name} kind={who.kind} running={live} />}
    </div>
  )
}
