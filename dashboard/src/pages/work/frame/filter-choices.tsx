import { Ban, CalendarDays, CircleCheck, CirclePlay, CircleSlash, Flag, Lock, UserRound } from 'lucide-react'
import type { Output } from '@baton/client'
import type { ReactNode } from 'react'
import { useRead } from '../../../data/reads.ts'
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
import { knownLabels, LabelDot } from './label-chip.tsx'
import { traits, type Filters, type Trait } from './search.ts'
import type { Work } from './work.ts'

/** A filter that can be toggled, as it appears in the list and on its chip. */
export interface FilterChoice extends Choice {
  on: boolean
  change(filters: Filters): Filters
  /** The inverse: an included value becomes excluded, and vice versa. */
  flip?: (filters: Filters) => Filters
}

type Field = 'status' | 'priority' | 'assignee' | 'label'
type Listed = Field | `${Field}_not` | 'has' | 'has_no'

const valuesOf = (filters: Filters, name: Listed): readonly string[] => filters[name] ?? []
const withValues = (filters: Filters, name: Listed, values: readonly string[]): Filters => ({ ...filters, [name]: values })
const toggled = (filters: Filters, name: Listed, one: string): Filters => {
  const list = valuesOf(filters, name)
  return withValues(filters, name, list.includes(one) ? list.filter((other) => other !== one) : [...list, one])
}

function without(filters: Filters, ...names: (keyof Filters)[]): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name as keyof Filters))) as Filters
}

const mark = (Icon: typeof Ban): ReactNode => <Icon className="size-16 text-muted" aria-hidden />

/** The two filters for one value of a field: "is" and "is not". */
function pair(filters: Filters, field: Field, one: string, words: { noun: string; title: string; icon: ReactNode; words?: string }) {
  const flip = (now: Filters) => {
    const isOn = valuesOf(now, field).includes(one)
    const [from, to] = isOn ? ([field, `${field}_not`] as const) : ([`${field}_not`, field] as const)
    return toggled(toggled(now, from, one), to, one)
  }
  const choice = (name: Listed, title: string): FilterChoice => ({
    value: `${name} ${one}`,
    title,
    icon: words.icon,
    ...(words.words && { words: words.words }),
    on: valuesOf(filters, name).includes(one),
    change: (now) => toggled(now, name, one),
    flip,
  })
  return { is: choice(field, `${words.noun}: ${words.title}`), not: choice(`${field}_not`, `${words.noun} is not ${words.title}`) }
}

const lacks: Record<Trait, string> = {
  assignee: 'No assignee',
  label: 'No label',
  due: 'No due date',
  estimate: 'No estimate',
  parent: 'No parent',
}
const possesses: Record<Trait, string> = {
  assignee: 'Has an assignee',
  label: 'Has a label',
  due: 'Has a due date',
  estimate: 'Has an estimate',
  parent: 'Has a parent',
}

interface Given extends Pick<Work, 'search' | 'people' | 'tasks'> {
  milestones: readonly Pick<Milestone, 'id' | 'name'>[]
}
type Milestone = Output<'listMilestones'>['items'][number]

/** The filters show names of milestones, which are loaded only once someone filters. */
export function useMilestones(project: string, wanted: boolean): Given['milestones'] {
  return useRead('listMilestones', { project, limit: 100 }, { enabled: wanted }).data?.items ?? []
}

export function filterChoices({ search: { filters }, people, tasks, milestones }: Given): FilterChoice[] {
  const today = dayOf(Date.now())
  const labels = new Set([
    ...knownLabels(),
    ...tasks.flatMap((task) => task.labels),
    ...(filters.label ?? []),
    ...(filters.label_not ?? []),
  ])
  const flag = (name: 'blocked' | 'ready' | 'leased', title: string, icon: ReactNode): FilterChoice => ({
    value: name,
    title,
    icon,
    on: filters[name] === true,
    change: (now) => (now[name] === true ? without(now, name) : { ...now, [name]: true }),
    flip: (now) => ({ ...now, [name]: !now[name] }),
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
  const person = (name: string, title: string, icon: ReactNode, words = name) =>
    pair(filters, 'assignee', name, { noun: 'Assignee', title, icon, words })
  const statuses = Object.entries(taskStatuses).map(([value, { word }]) =>
    pair(filters, 'status', value, { noun: 'Status', title: word, icon: <StatusIcon status={value as TaskStatus} /> }),
  )
  const assignees = [
    person('me', 'me', mark(UserRound)),
    person('none', 'nobody', mark(UserRound)),
    ...people.members.map((one) => person(one.handle, one.name, <Avatar name={one.name} kind="person" size="small" decorative />)),
    ...people.agents.map((one) =>
      person(one.slug, one.name, <Avatar name={one.name} kind="agent" size="small" decorative />, `${one.slug} agent`),
    ),
  ]
  const priorities = Object.entries(taskPriorities).map(([value, { word }]) =>
    pair(filters, 'priority', value, { noun: 'Priority', title: word, icon: <PriorityIcon priority={value as TaskPriority} /> }),
  )
  const labelled = [...labels]
    .toSorted((a, b) => a.localeCompare(b))
    .map((label) => pair(filters, 'label', label, { noun: 'Label', title: label, icon: <LabelDot label={label} /> }))
  const trait = (name: 'has' | 'has_no', one: Trait): FilterChoice => ({
    value: `${name} ${one}`,
    title: (name === 'has' ? possesses : lacks)[one],
    icon: mark(name === 'has' ? CircleCheck : CircleSlash),
    on: valuesOf(filters, name).includes(one),
    change: (now) => toggled(now, name, one),
    flip: (now) => toggled(toggled(now, name, one), name === 'has' ? 'has_no' : 'has', one),
  })
  const milestone = (value: string, title: string): FilterChoice => ({
    value: `milestone ${value}`,
    title,
    icon: mark(Flag),
    on: filters.milestone === value,
    change: (now) => (now.milestone === value ? without(now, 'milestone') : { ...now, milestone: value }),
  })
  const pairs = [...statuses, ...assignees, ...priorities, ...labelled]
  return [
    ...statuses.map(({ is }) => is),
    flag('ready', 'Ready to start', mark(CirclePlay)),
    flag('blocked', 'Blocked', mark(Ban)),
    flag('leased', 'Claimed', mark(Lock)),
    ...assignees.map(({ is }) => is),
    ...priorities.map(({ is }) => is),
    due('Overdue', undefined, today),
    due('Due in the next 7 days', addDays(today, -1), addDays(today, 8)),
    due('Due in the next 30 days', addDays(today, -1), addDays(today, 31)),
    ...labelled.map(({ is }) => is),
    ...milestones.map(({ id, name }) => milestone(id, `Milestone: ${name}`)),
    milestone('none', 'No milestone'),
    ...traits.map((one) => trait('has_no', one)),
    ...traits.map((one) => trait('has', one)),
    ...pairs.map(({ not }) => not),
  ]
}

/** The active filters, one chip each, including those that no list offers, such as text or dates of a shared link. */
export function chipsOf(work: Given): FilterChoice[] {
  const { filters } = work.search
  const on = filterChoices(work).filter((one) => one.on)
  const extra = (value: string, title: string, ...names: (keyof Filters)[]): FilterChoice => ({
    value,
    title,
    on: true,
    change: (now) => without(now, ...names),
  })
  if (filters.text) on.push(extra('text', `Contains “${filters.text}”`, 'text'))
  if ((filters.due_before || filters.due_after) && !on.some(({ value }) => value.startsWith('due '))) {
    const words = [filters.due_after && `after ${date(filters.due_after)}`, filters.due_before && `before ${date(filters.due_before)}`]
    on.push(extra('due', `Due ${words.filter(Boolean).join(' and ')}`, 'due_before', 'due_after'))
  }
  // Not loaded yet, or deleted.
  if (filters.milestone && !on.some(({ value }) => value.startsWith('milestone '))) on.push(extra('milestone', 'In milestone', 'milestone'))
  for (const name of ['ready', 'blocked', 'leased'] as const)
    if (filters[name] === false)
      on.push({
        ...extra(name, { ready: 'Not ready', blocked: 'Not blocked', leased: 'Not claimed' }[name], name),
        flip: (now) => ({ ...now, [name]: true }),
      })
  for (const name of ['assignee', 'assignee_not'] as const)
    for (const one of filters[name] ?? [])
      if (!on.some(({ value }) => value === `${name} ${one}`))
        on.push({
          ...extra(`${name} ${one}`, `Assignee${name === 'assignee' ? ':' : ' is not'} ${one}`),
          change: (now) => toggled(now, name, one),
        })
  return on
}
