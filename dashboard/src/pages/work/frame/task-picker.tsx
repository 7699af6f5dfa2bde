import { useMemo, useState } from 'react'
import { createStore, useStore } from '../../../data/store.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Picker, type Choice } from '../../../ui/picker.tsx'
import {
  PriorityIcon,
  StatusIcon,
  taskPriorities,
  taskStatuses,
  type TaskPriority,
  type TaskStatus,
} from '../../../ui/marks/task-marks.tsx'
import { date } from '../../../ui/format.ts'
import type { Fields } from '../../../data/tasks/edit-tasks.ts'
import { knownLabels, LabelDot } from './label-chip.tsx'
import { focusTask, placeOf } from './marks.ts'
import { useWork, type Work } from './work.ts'
import { lazily } from '../../../ui/lazily.tsx'

const DueDialog = lazily('over', () => import('./due-dialog.tsx').then((module) => ({ default: module.DueDialog })))

const ProjectPicker = lazily('over', () => import('../moving/project-picker.tsx').then((module) => ({ default: module.ProjectPicker })))

export type Pickable = 'status' | 'priority' | 'assignee' | 'labels' | 'due' | 'project'
interface Asked {
  field: Pickable
  ids: readonly string[]
  /** The element it opens beside; by default the task itself. */
  at?: Element | null
}

const asked = createStore<Asked | null>(null)
export const openTaskPicker = (field: Pickable, ids: readonly string[], at?: Element | null): void => {
  if (ids.length > 0) asked.set({ field, ids, at: at ?? placeOf(ids[0]) })
}

const words: Record<Exclude<Pickable, 'due' | 'project'>, string> = {
  status: 'Move to status',
  priority: 'Set priority',
  assignee: 'Assign to',
  labels: 'Labels',
}

function choicesOf(field: Pickable, { people, tasks }: Work): Choice[] {
  if (field === 'status')
    return Object.entries(taskStatuses).map(([value, { word }]) => ({
      value,
      title: word,
      icon: <StatusIcon status={value as TaskStatus} />,
    }))
  if (field === 'priority')
    return Object.entries(taskPriorities).map(([value, { word }]) => ({
      value,
      title: word,
      icon: <PriorityIcon priority={value as TaskPriority} />,
    }))
  if (field === 'labels')
    return [...new Set([...knownLabels(), ...tasks.flatMap((task) => task.labels)])]
      .toSorted((a, b) => a.localeCompare(b))
      .map((value) => ({ value, title: value, icon: <LabelDot label={value} /> }))
  return [
    { value: 'none', title: 'Unassigned' },
    ...people.members.map(({ user_id, name, handle }) => ({
      value: user_id,
      title: name,
      words: `${handle} ${user_id === people.me ? 'me' : ''}`,
      icon: <Avatar name={name} kind="person" size="small" decorative />,
    })),
    ...people.agents.map(({ id, name, slug, role }) => ({
      value: id,
      title: name,
      words: `${slug} ${role} agent`,
      icon: <Avatar name={name} kind="agent" size="small" decorative />,
    })),
  ]
}

/** A picker for one field of one or more tasks, opened by a key, a menu or a button. */
export function TaskPicker() {
  const now = useStore(asked)
  const work = useWork()
  const [made, setMade] = useState<string[]>([])
  const close = () => {
    asked.set(null)
    setMade([])
  }
  const field = now?.field
  const choices = useMemo(() => (field ? choicesOf(field, work) : []), [field, work])
  if (!now || !field) return null
  const tasks = now.ids.map((id) => work.byId.get(id)).filter((task) => task !== undefined)
  const [first] = tasks
  if (!first) return null
  const back = () => focusTask(now.ids[0] ?? '')
  if (field === 'due') {
    const set = (due_on: string | null) => work.edit.edit(tasks, { due_on }, { says: due_on ? `due ${date(due_on)}` : 'no due date' })
    return <DueDialog value={first.due_on} onSet={set} onClose={() => (close(), back())} />
  }
  if (field === 'project') return <ProjectPicker project={work.slug} tasks={tasks} at={now.at ?? null} onClose={close} />
  const chosen = {
    status: () => [first.status],
    priority: () => [first.priority],
    assignee: () => [first.assignee_agent_id ?? first.assignee_id ?? 'none'],
    labels: () => first.labels.filter((label) => tasks.every((task) => task.labels.includes(label))),
  }[field]()
  const pick = (value: string) => {
    if (field === 'labels') return work.edit.label(tasks, value)
    const agent = work.people.agents.some(({ id }) => id === value)
    const fields: Record<string, Fields> = {
      status: { status: value as TaskStatus },
      priority: { priority: value as TaskPriority },
      assignee:
        value === 'none'
          ? { assignee_id: null, assignee_agent_id: null }
          : { assignee_id: agent ? null : value, assignee_agent_id: agent ? value : null },
    }
    const title = choices.find((one) => one.value === value)?.title
    work.edit.edit(tasks, fields[field] ?? {}, { says: value === 'none' && field === 'assignee' ? 'unassigned' : `${field} ${title}` })
  }
  return (
    <Picker
      label={tasks.length > 1 ? `${words[field]}: ${tasks.length} tasks` : words[field]}
      choices={[...choices, ...made.filter((one) => !choices.some(({ value }) => value === one)).map((value) => ({ value, title: value }))]}
      chosen={chosen}
      several={field === 'labels'}
      onPick={pick}
      {...(field === 'labels' && {
        onCreate: (text: string) => {
          setMade((before) => [...before, text])
          pick(text)
        },
      })}
      at={now.at ?? null}
      open
      onOpenChange={(open) => !open && close()}
      onClosed={back}
    />
  )
}
