import { Ban, CalendarDays, CirclePlay, Lock, Tag, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { date } from '../../../ui/format.ts'
import type { Choice } from '../../../ui/picker.tsx'
import {
  PriorityIcon,
  StatusIcon,
  taskPriorities,
  taskStatuses,
  type TaskPriority,
  type TaskStatus,
} from '../../../ui/marks/task-marks.tsx'
import { addDays, dayOf } from './days.ts'
import type { Filters } from './search.ts'
import type { Work } from './work.ts'

/** A filter one can switch on or off, as it stands in the list and on its chip. */
export interface FilterChoice extends Choice {
  on: boolean
  change(filters: Filters): Filters
}

const toggled = <T,>(list: readonly T[] | undefined, one: T): T[] =>
  list?.includes(one) ? list.filter((other) => other !== one) : [...(list ?? []), one]

function without(filters: Filters, ...names: (keyof Filters)[]): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name as keyof Filters))) as Filters
}

function only<K extends keyof Filters>(filters: Filters, name: K, value: Filters[K], instead: (keyof Filters)[] = []): Filters {
  const rest = without(filters, name, ...instead)
  return JSON.stringify(filters[name]) === JSON.stringify(value) ? rest : { ...rest, [name]: value }
}

const mark = (Icon: typeof Ban): ReactNode => <Icon className="size-16 text-muted" aria-hidden />

export function filterChoices({ search: { filters }, people, tasks }: Pick<Work, 'search' | 'people' | 'tasks'>): FilterChoice[] {
  const today = dayOf(Date.now())
  const labels = [...new Set([...tasks.flatMap((task) => task.labels), ...(filters.label ?? [])])].toSorted((a, b) => a.localeCompare(b))
  const person = (handle: string, title: string, icon: ReactNode): FilterChoice => ({
    value: `assignee ${handle}`,
    title: `Assignee: ${title}`,
    words: handle,
    icon,
    on: filters.assignee === handle,
    change: (now) => only(now, 'assignee', handle, ['assignee_agent']),
  })
  const flag = (name: 'blocked' | 'ready' | 'leased', title: string, icon: ReactNode): FilterChoice => ({
    value: name,
    title,
    icon,
    on: filters[name] === true,
    change: (now) => only(now, name, true),
  })
  const due = (title: string, after: string | undefined, before: string): FilterChoice => ({
    value: `due ${title}`,
    title,
    icon: mark(CalendarDays),
    on: filters.due_before === before && filters.due_after === after,
    change: (now) => {
      const rest = without(now, 'due_before', 'due_after')
      const same = now.due_before === before && now.due_after === after
      return same ? rest : { ...rest, due_before: before, ...(after && { due_after: after }) }
    },
  })
  return [
    ...Object.entries(taskStatuses).map(([value, { word }]) => ({
      value: `status ${value}`,
      title: `Status: ${word}`,
      icon: <StatusIcon status={value as TaskStatus} />,
      on: filters.status?.includes(value as TaskStatus) ?? false,
      change: (now: Filters) => ({ ...now, status: toggled(now.status, value as TaskStatus) }),
    })),
    flag('ready', 'Ready to start', mark(CirclePlay)),
    flag('blocked', 'Blocked', mark(Ban)),
    flag('leased', 'Claimed', mark(Lock)),
    person('me', 'me', mark(UserRound)),
    person('none', 'nobody', mark(UserRound)),
    ...people.members.map((one) => person(one.handle, one.name, <Avatar name={one.name} kind="person" size="small" decorative />)),
    ...people.agents.map((one) => ({
      value: `agent ${one.slug}`,
      title: `Assignee: ${one.name}`,
      words: `${one.slug} agent`,
      icon: <Avatar name={one.name} kind="agent" size="small" decorative />,
      on: filters.assignee_agent === one.slug,
      change: (now: Filters) => only(now, 'assignee_agent', one.slug, ['assignee']),
    })),
    ...Object.entries(taskPriorities).map(([value, { word }]) => ({
      value: `priority ${value}`,
      title: `Priority: ${word}`,
      icon: <PriorityIcon priority={value as TaskPriority} />,
      on: filters.priority?.includes(value as TaskPriority) ?? false,
      change: (now: Filters) => ({ ...now, priority: toggled(now.priority, value as TaskPriority) }),
    })),
    due('Overdue', undefined, today),
    due('Due in the next 7 days', addDays(today, -1), addDays(today, 8)),
    due('Due in the next 30 days', addDays(today, -1), addDays(today, 31)),
    ...labels.map((label) => ({
      value: `label ${label}`,
      title: `Label: ${label}`,
      icon: mark(Tag),
      on: filters.label?.includes(label) ?? false,
      change: (now: Filters) => ({ ...now, label: toggled(now.label, label) }),
    })),
  ]
}

/** What is on, one chip each; also what no list offers, such as words or days of a shared link. */
export function chipsOf(work: Pick<Work, 'search' | 'people' | 'tasks'>): FilterChoice[] {
  const { filters } = work.search
  const on = filterChoices(work).filter((one) => one.on)
  const extra = (value: string, title: string, ...names: (keyof Filters)[]): FilterChoice => ({
    value,
    title,
    on: true,
    change: (now) => without(now, ...names),
  })
  if (filters.text) on.push(extra('text', `Title has “${filters.text}”`, 'text'))
  if ((filters.due_before || filters.due_after) && !on.some(({ value }) => value.startsWith('due '))) {
    const words = [filters.due_after && `after ${date(filters.due_after)}`, filters.due_before && `before ${date(filters.due_before)}`]
    on.push(extra('due', `Due ${words.filter(Boolean).join(' and ')}`, 'due_before', 'due_after'))
  }
  for (const name of ['ready', 'blocked', 'leased'] as const)
    if (filters[name] === false) on.push(extra(name, { ready: 'Not ready', blocked: 'Not blocked', leased: 'Not claimed' }[name], name))
  if (filters.assignee && !on.some(({ value }) => value === `assignee ${filters.assignee}`))
    on.push(extra('assignee', `Assignee: ${filters.assignee}`, 'assignee'))
  return on
}
