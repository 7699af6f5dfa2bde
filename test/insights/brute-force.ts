// Recomputes insights from the raw events, the slow and obvious way. It shares no code with what it checks.
import type { Told } from './history.ts'

export interface RawEvent {
  at: Date
  type: string
  user_id: string | null
  agent_id: string | null
  project_id: string | null
  subject_id: string
  data: any
}

export interface Question {
  /** Projects to count. */
  projects: ReadonlySet<string>
  /** First and last day, both included. */
  from: string
  to: string
  now: number
  label?: string | undefined
  agent?: string | undefined
}

interface Step {
  at: number
  status: string
  user: string | null
  agent: string | null
}
interface Task {
  id: string
  steps: Step[]
  deletions: { at: number; deleted: boolean }[]
  last: any
}

const day = 86_400_000
const closed = (status: string) => status === 'complete' || status === 'cancelled'
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export function countByHand(events: readonly RawEvent[], told: Told, question: Question) {
  const start = Date.parse(`${question.from}T00:00:00Z`)
  const end = Date.parse(`${question.to}T00:00:00Z`) + day
  const all = readTasks(events)
  const counted = [...all.values()]
    .filter(({ last }) => last.deleted_at === null && question.projects.has(last.project_id))
    .filter((task) => matches(task, question))
  const done = counted.flatMap((task) => {
    const completion = completionOf(task, end)
    return completion && completion.at >= start ? [{ task, completion }] : []
  })
  return {
    flow: flow(counted, start, end, question.now),
    completed: done.length,
    verified: done.filter(({ task }) => isVerified(task)).length,
    agents_verified: done.filter(({ task, completion }) => isVerified(task) && completion.agent !== null).length,
    weeks: weeks(done, start, end),
    stages: stages(done, all, told),
    reopened: reopened(counted, start, end),
    blocked: blocked(counted, all, told, start, Math.min(end, question.now)),
    gates: gates(events, question, start, end),
    cost: cost(told, question),
  }
}

/** Every task with its status history in log order. */
function readTasks(events: readonly RawEvent[]): Map<string, Task> {
  const tasks = new Map<string, Task>()
  for (const { type, at, data, user_id, agent_id, subject_id } of events) {
    if (!/^task\.(created|updated|deleted|restored|claimed|released)$/.test(type)) continue
    const task = tasks.get(subject_id) ?? { id: subject_id, steps: [], deletions: [], last: null }
    tasks.set(subject_id, task)
    task.last = data.item
    if (type === 'task.deleted' || type === 'task.restored') task.deletions.push({ at: at.getTime(), deleted: type === 'task.deleted' })
    if (task.steps.at(-1)?.status !== data.item.status)
      task.steps.push({ at: at.getTime(), status: data.item.status, user: user_id, agent: agent_id })
  }
  return tasks
}

const lastDoer = (task: Task) => task.steps.findLast((step) => step.status === 'complete')
function matches(task: Task, { label, agent }: Question): boolean {
  if (label !== undefined && !task.last.labels.includes(label)) return false
  if (agent === undefined) return true
  return task.last.assignee_agent_id === agent || (task.last.status === 'complete' && lastDoer(task)?.agent === agent)
}
const isVerified = ({ last }: Task) => last.proof_covers.length > 0 && ['observed', 'ci'].includes(last.proof)

/** The status just before a moment. */
const statusBefore = (task: Task, moment: number) => task.steps.findLast((step) => step.at < moment)?.status

function completionOf(task: Task, end: number): Step | undefined {
  const last = task.steps.findLast((step) => step.at < end)
  return last?.status === 'complete' ? last : undefined
}

function flow(tasks: readonly Task[], start: number, end: number, now: number) {
  const days: Record<string, number | string>[] = []
  for (let midnight = start; midnight < end && midnight <= now; midnight += day) {
    const counts: Record<string, number> = { backlog: 0, todo: 0, in_progress: 0, in_review: 0, complete: 0 }
    for (const task of tasks) {
      const status = statusBefore(task, midnight + day)
      if (status && status in counts) counts[status]!++
    }
    days.push({ day: dayOf(midnight), ...counts })
  }
  return days
}

function weeks(done: readonly { completion: Step; task: Task }[], start: number, end: number) {
  const result: Record<string, [people: number, agents: number, verified_people: number, verified_agents: number]> = {}
  for (let at = start; at < end; at += day) result[mondayOf(at)] ??= [0, 0, 0, 0]
  for (const { completion, task } of done) {
    const counts = result[mondayOf(completion.at)]!
    const place = completion.agent === null ? 0 : 1
    counts[place]!++
    if (isVerified(task)) counts[place + 2]!++
  }
  return result
}
function mondayOf(at: number): string {
  for (let monday = at; ; monday -= day) if (new Date(monday).getUTCDay() === 1) return dayOf(monday)
}

/** Seconds that each completed task spent in each stage. */
function stages(done: readonly { completion: Step; task: Task }[], all: ReadonlyMap<string, Task>, told: Told) {
  const result = {
    cycle: [] as number[],
    waiting: [] as number[],
    working: [] as number[],
    in_review: [] as number[],
    blocked: [] as number[],
  }
  for (const { completion, task } of done) {
    const before = task.steps.slice(0, task.steps.indexOf(completion))
    const time = (...of: string[]) =>
      before.reduce((sum, step, place) => sum + (of.includes(step.status) ? (task.steps[place + 1]!.at - step.at) / 1000 : 0), 0)
    result.waiting.push(time('backlog', 'todo'))
    result.working.push(time('in_progress'))
    result.in_review.push(time('in_review'))
    const begun = before.find((step) => step.status === 'in_progress' || step.status === 'in_review')
    if (begun) result.cycle.push((completion.at - begun.at) / 1000)
    const waited = waitingTime(task, all, told, 0, completion.at)
    if (waited > 0) result.blocked.push(waited)
  }
  return result
}

function reopened(tasks: readonly Task[], start: number, end: number) {
  let [completed, again] = [0, 0]
  for (const task of tasks) {
    const entries = task.steps.flatMap((step, place) => (step.status === 'complete' && step.at >= start && step.at < end ? [place] : []))
    if (entries.length > 0) completed++
    const opened = (place: number) => {
      const next = task.steps[place + 1]
      return next !== undefined && next.at < end && !closed(next.status)
    }
    if (entries.some(opened)) again++
  }
  return { completed, reopened: again }
}

/** Whether a task is open at a moment, judged by everything that happened up to and including that moment. */
function openAt({ steps, deletions }: Task, moment: number): boolean {
  const status = steps.findLast((step) => step.at <= moment)?.status
  return status !== undefined && !closed(status) && !deletions.findLast((one) => one.at <= moment)?.deleted
}

function waitingTime(task: Task, all: ReadonlyMap<string, Task>, told: Told, from: number, to: number): number {
  const own = told.dependencies.filter(({ item }) => item === task.id)
  if (own.every(({ blockers }) => blockers.length === 0)) return 0
  const moments = new Set([from, to, ...own.map(({ at }) => at), ...task.steps.map(({ at }) => at)])
  for (const id of own.flatMap(({ blockers }) => blockers)) {
    const blocker = all.get(id)!
    for (const { at } of [...blocker.steps, ...blocker.deletions]) moments.add(at)
  }
  const sorted = [...moments].filter((at) => at >= from && at <= to).sort((a, b) => a - b)
  let waited = 0
  for (const [place, at] of sorted.slice(0, -1).entries()) {
    const status = task.steps.findLast((step) => step.at <= at)?.status
    if (status === undefined || closed(status)) continue
    const blockers = own.findLast((one) => one.at <= at)?.blockers ?? []
    if (blockers.some((id) => openAt(all.get(id)!, at))) waited += sorted[place + 1]! - at
  }
  return waited / 1000
}

function blocked(tasks: readonly Task[], all: ReadonlyMap<string, Task>, told: Told, start: number, end: number) {
  const times = tasks.map((task) => waitingTime(task, all, told, start, end))
  return { tasks: times.filter((time) => time > 0).length, seconds: times.reduce((sum, time) => sum + time, 0) }
}

/** Stays at gates that ended in the period, and what is waiting at a gate at its end. */
function gates(events: readonly RawEvent[], { projects, agent }: Question, start: number, end: number) {
  const features = Map.groupBy(
    events.filter(({ type }) => type.startsWith('feature.')),
    ({ subject_id }) => subject_id,
  )
  const result: Record<string, { seconds: number[]; waiting: number; sent_back: number }> = {}
  for (const log of features.values()) {
    if (log.at(-1)!.data.feature.deleted_at !== null || !projects.has(log[0]!.project_id ?? '')) continue
    const stays: { gate: string | null; status: string; at: number; agent: string | null; until?: number; by?: string }[] = []
    for (const { type, at, data, agent_id } of log) {
      if (!/created|advanced|sent_back|shipped|cancelled|restored/.test(type)) continue
      const { gate, status } = data.feature
      const before = stays.at(-1)
      if (before && before.gate === gate && before.status === status) continue
      if (before) Object.assign(before, { until: at.getTime(), by: type })
      stays.push({ gate, status, at: at.getTime(), agent: agent_id })
    }
    for (const stay of stays) {
      if (stay.status !== 'active' || stay.gate === null || stay.at >= end || (agent !== undefined && stay.agent !== agent)) continue
      if (stay.until !== undefined && stay.until < start) continue
      const of = (result[stay.gate] ??= { seconds: [], waiting: 0, sent_back: 0 })
      if (stay.until === undefined || stay.until >= end) of.waiting++
      else {
        of.seconds.push((stay.until - stay.at) / 1000)
        if (stay.by === 'feature.sent_back') of.sent_back++
      }
    }
  }
  return result
}

function cost({ usage }: Told, { projects, from, to, agent }: Question) {
  const days: Record<string, number> = {}
  const agents: Record<string, number> = {}
  for (const one of usage) {
    if (!projects.has(one.project) || one.day < from || one.day > to || (agent !== undefined && one.agent !== agent)) continue
    days[one.day] = (days[one.day] ?? 0) + one.cost
    agents[one.agent] = (agents[one.agent] ?? 0) + one.cost
  }
  return { days, agents }
}

/** The median, or any other quantile, found by counting through the sorted numbers. */
export function partOf(numbers: readonly number[], share: number): number | null {
  if (numbers.length < 3) return null
  const sorted = [...numbers].sort((a, b) => a - b)
  const exact = share * (sorted.length - 1)
  let place = 0
  while (place + 1 <= exact) place++
  const rest = exact - place
  return rest === 0 ? sorted[place]! : sorted[place]! * (1 - rest) + sorted[place + 1]! * rest
}
