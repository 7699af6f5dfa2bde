import { useNavigate } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ArrowUpToLine,
  CalendarDays,
  CheckCheck,
  CircleDot,
  Copy,
  Eye,
  FolderInput,
  GitBranch,
  Link2,
  Maximize2,
  PenLine,
  Server,
  SignalHigh,
  SquareCheck,
  Tag,
  Trash2,
  Undo2,
  UserRound,
} from 'lucide-react'
import { toast } from '../../../data/toast.ts'
import { useCommands, type Command } from '../../../commands/registry.ts'
import { placeAt } from '../../../data/tasks/order.ts'
import { isDraft, type Task } from '../../../data/tasks/task-patch.ts'
import type { MenuItem } from '../../../ui/menu.tsx'
import { fieldsOf, isMovable } from './columns.ts'
import { undoLast } from '../../../data/tasks/edit-tasks.ts'
import {
  focusedIn,
  focusTask,
  pointFirst,
  restPointer,
  selected,
  takeStep,
  target,
  targets,
  toggleSelected,
  walk,
  type Step,
} from './marks.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { branchName } from '../moving/branch-name.ts'
import { openTaskPicker } from './task-picker.tsx'
import { openRename } from './rename.ts'
import type { Work } from './work.ts'

/** Moves the task to the neighboring column, or one place up or down in its own. */
function shift(work: Work, step: Step | 'top'): void {
  const { columns, search, grouping, edit, byId } = work
  const task = byId.get(target() ?? '')
  if (!task) return pointFirst()
  restPointer()
  const values = grouping.of(task)
  const own =
    columns.find(({ value }) => value === focusedIn.get() && values.includes(value)) ?? columns.find(({ value }) => values.includes(value))
  if (!own) return
  if (step === 'left' || step === 'right') {
    const next = columns.filter((one) => !search.hidden.includes(one.value))
    const to = next[next.indexOf(own) + (step === 'left' ? -1 : 1)]
    if (!to || !isMovable(search.group)) return
    edit.edit([task], fieldsOf(search.group, to, task, own.value), { says: `moved to ${to.title}` })
    focusedIn.set(to.value)
  } else if (search.sort === 'rank') {
    const place = own.tasks.indexOf(task)
    const to = step === 'top' ? 0 : place + (step === 'up' ? -1 : 1)
    if (to !== place && to >= 0 && to < own.tasks.length) edit.move([task], {}, placeAt(own.tasks, to, task.id))
  }
  requestAnimationFrame(() => focusTask(task.id))
}

const lineBefore = new Set(['task status', 'task rename', 'task up', 'task duplicate', 'task copy key', 'task delete'])

/** The same actions as a task's context menu, in groups. */
export const menuOf = (actions: readonly Command[]): (MenuItem | null)[] =>
  actions.flatMap((action) => [...(lineBefore.has(action.id) ? [null] : []), { ...action, danger: action.id === 'task delete' }])

/** All actions on tasks, for every view: the keys, the command palette and the context menu use these. */
export function useTaskActions(work: Work): Command[] {
  const navigate = useNavigate()
  const { org, byId, edit, change } = work
  const group = 'Task in focus'
  const some = (run: (ids: string[]) => void) => () => {
    const ids = targets().filter((id) => byId.has(id))
    if (ids.length > 0) run(ids)
    else pointFirst()
  }
  const one = (run: (task: Task) => void) => () => {
    const task = byId.get(target() ?? '')
    if (task) run(task)
    else pointFirst()
  }
  const whileSaved = (run: (task: Task) => void) =>
    one((task) => (isDraft(task) ? toast.info('Still syncing. Try again in a moment.') : run(task)))
  const open = whileSaved(({ key }) => void navigate({ to: `/${org}/t/${key}` }))
  const actions: Command[] = [
    { id: 'task open', title: 'Open', group, icon: Maximize2, keys: 'enter', run: open },
    { id: 'task peek', title: 'Peek', group, icon: Eye, keys: 'space', run: whileSaved(({ key }) => change({ peek: key })) },
    {
      id: 'task status',
      writes: true,
      title: 'Move to…',
      group,
      icon: CircleDot,
      keys: 's',
      words: 'set status',
      run: some((ids) => openTaskPicker('status', ids)),
    },
    {
      id: 'task priority',
      writes: true,
      title: 'Set priority…',
      group,
      icon: SignalHigh,
      keys: 'p',
      run: some((ids) => openTaskPicker('priority', ids)),
    },
    {
      id: 'task assignee',
      writes: true,
      title: 'Assign to…',
      group,
      icon: UserRound,
      keys: 'a',
      run: some((ids) => openTaskPicker('assignee', ids)),
    },
    {
      id: 'task run',
      writes: true,
      title: 'Run on…',
      group,
      icon: Server,
      run: whileSaved(({ key }) => void navigate({ to: `/${org}/t/${key}`, search: { run: true } as never })),
    },
    { id: 'task labels', writes: true, title: 'Labels…', group, icon: Tag, keys: 'l', run: some((ids) => openTaskPicker('labels', ids)) },
    {
      id: 'task due',
      writes: true,
      title: 'Due date…',
      group,
      icon: CalendarDays,
      keys: 'd',
      run: some((ids) => openTaskPicker('due', ids)),
    },
    { id: 'task rename', writes: true, title: 'Rename…', group, icon: PenLine, keys: 'r', run: one(({ id }) => openRename(id)) },
    {
      id: 'task select',
      writes: true,
      title: 'Select',
      group,
      icon: SquareCheck,
      keys: 'x',
      run: one(({ id }) => toggleSelected(id)),
    },
    { id: 'task up', writes: true, title: 'Move up', group, icon: ArrowUp, keys: 'alt+arrowup', run: () => shift(work, 'up') },
    { id: 'task down', writes: true, title: 'Move down', group, icon: ArrowDown, keys: 'alt+arrowdown', run: () => shift(work, 'down') },
    { id: 'task top', writes: true, title: 'Move to top', group, icon: ArrowUpToLine, keys: 'alt+home', run: () => shift(work, 'top') },
    {
      id: 'task left',
      writes: true,
      title: 'Move to previous column',
      group,
      icon: ArrowLeft,
      keys: 'alt+arrowleft',
      run: () => shift(work, 'left'),
    },
    {
      id: 'task right',
      writes: true,
      title: 'Move to next column',
      group,
      icon: ArrowRight,
      keys: 'alt+arrowright',
      run: () => shift(work, 'right'),
    },
    {
      id: 'task duplicate',
      writes: true,
      title: 'Duplicate',
      group,
      icon: Copy,
      run: whileSaved((task) => {
        void import('../moving/move-tasks.ts').then(({ duplicateTask }) => duplicateTask({ organization: org, project: work.slug }, task))
      }),
    },
    {
      id: 'task project',
      writes: true,
      title: 'Move to project…',
      group,
      icon: FolderInput,
      run: some((ids) => openTaskPicker('project', ids)),
    },
    { id: 'task copy key', title: 'Copy key', group, icon: Tag, keys: 'mod+.', run: whileSaved(({ key }) => void copyText(key, key)) },
    {
      id: 'task copy link',
      title: 'Copy link',
      group,
      icon: Link2,
      keys: 'y',
      run: whileSaved(({ key }) => void copyText(`${location.origin}/${org}/t/${key}`, `Link to ${key}`)),
    },
    {
      id: 'task copy branch',
      title: 'Copy branch name',
      group,
      icon: GitBranch,
      keys: 'b',
      run: whileSaved((task) => void copyText(branchName(task), 'Branch name')),
    },
    {
      id: 'task delete',
      writes: true,
      title: 'Delete',
      group,
      icon: Trash2,
      keys: 'backspace',
      run: some((ids) => {
        const next = walk.get()?.next(target(), 'down') ?? walk.get()?.next(target(), 'up')
        void edit.remove(ids.flatMap((id) => byId.get(id) ?? []))
        selected.set(new Set())
        if (next) focusTask(next)
      }),
    },
  ]
  const move = 'Navigation'
  const step = (id: string, title: string, keys: string, way: Step): Command => ({ id, title, group: move, keys, run: () => takeStep(way) })
  useCommands([
    ...actions,
    { id: 'task delete too', writes: true, title: 'Delete', group, keys: 'delete', run: () => actions.at(-1)?.run() },
    step('next task', 'Next task', 'j', 'down'),
    step('task before', 'Previous task', 'k', 'up'),
    step('below', 'Task below', 'arrowdown', 'down'),
    step('above', 'Task above', 'arrowup', 'up'),
    step('column left', 'Previous column', 'arrowleft', 'left'),
    step('column right', 'Next column', 'arrowright', 'right'),
    {
      id: 'select all',
      writes: true,
      title: 'Select all visible',
      group,
      icon: CheckCheck,
      keys: 'mod+a',
      run: () => selected.set(new Set(work.shown.map(({ id }) => id))),
    },
    { id: 'select none', title: 'Clear selection', group, keys: 'escape', run: () => selected.set(new Set()) },
    {
      id: 'undo',
      writes: true,
      title: 'Undo',
      group,
      icon: Undo2,
      keys: 'mod+z',
      run: undoLast,
    },
  ])
  return work.people.writes ? actions : actions.filter(({ writes }) => !writes)
}
