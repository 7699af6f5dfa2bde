import type { Assigned, Resolved } from './list-filters.ts'
import { hasWords, newestTitled, numbered, projectNamed, titled } from './lists.queries.ts'
import { blocked, isReady } from '../items/work-items.queries.ts'

/** Stores a value under a name and returns the placeholder for the statement. */
export type Bind = (name: string, value: unknown) => string

export const bindTo =
  (values: Record<string, unknown>): Bind =>
  (name, value) => {
    values[name] = value
    return `:${name}`
  }

const maxTitled = 2000
/** `BAT-1` as it is typed; it is not passed to the database as a pattern. */
const keyLike = /^([a-z][a-z0-9]*)-(\d*)$/i

const traits = {
  assignee: '(w.assignee_id is not null or w.assignee_agent_id is not null)',
  label: "w.labels <> '{}'",
  due: 'w.due_on is not null',
  estimate: 'w.estimate is not null',
  parent: 'w.parent_id is not null',
}

/** One person, one agent or nobody each have an index, which is used only for a query with exactly that condition. */
function anyOf({ people, agents, none }: Assigned, bind: Bind, name: string): string {
  const equal = (column: string, values: string[], as: string) =>
    values.length === 1 ? `${column} = ${bind(as, values[0])}` : `${column} = any(${bind(as, values)}::uuid[])`
  const ways = [
    ...(people.length > 0 ? [equal('w.assignee_id', people, `${name}_person`)] : []),
    ...(agents.length > 0 ? [equal('w.assignee_agent_id', agents, `${name}_agent`)] : []),
    ...(none ? ['(w.assignee_id is null and w.assignee_agent_id is null)'] : []),
  ]
  return ways.length === 1 ? (ways[0] ?? '') : `(${ways.join(' or ')})`
}

/** The filters as SQL. Kinds are literals, since an index on tasks alone is used only for a query that says so. */
export function conditionsOf(filters: Resolved, now: Date, bind: Bind, page?: Page | 'walked'): string[] {
  const conditions = [
    `w.kind in (${list(filters.kind ?? 'task')
      .map((kind) => `'${kind}'`)
      .join(', ')})`,
  ]
  const add = (condition: string) => void conditions.push(condition)
  const oneOf = (column: string, values: readonly string[]) =>
    add(values.length === 1 ? `w.${column} = ${bind(column, values[0])}` : `w.${column} = any(${bind(column, values)})`)
  const whether = (wanted: boolean | undefined, condition: () => string) => {
    if (wanted !== undefined) add(wanted ? `(${condition()})` : `not (${condition()})`)
  }
  if (filters.slug !== undefined) add(`w.project_id = ${projectNamed(bind('slug', filters.slug))}`)
  if (filters.projects) oneOf('project_id', filters.projects)
  if (filters.parents) oneOf('parent_id', filters.parents)
  if (filters.status) oneOf('status', list(filters.status))
  if (filters.priority) oneOf('priority', list(filters.priority))
  if (filters.status_not) add(`w.status <> all(${bind('status_not', list(filters.status_not))})`)
  if (filters.priority_not) add(`w.priority <> all(${bind('priority_not', list(filters.priority_not))})`)
  if (filters.assignee) add(anyOf(filters.assignee, bind, 'assignee'))
  if (filters.assignee_not) add(`not coalesce(${anyOf(filters.assignee_not, bind, 'assignee_not')}, false)`)
  if (filters.agent) add(`w.assignee_agent_id = ${bind('agent', filters.agent)}`)
  if (filters.label_not)
    add(`not exists (select from work_item_labels o where o.org_id = w.org_id and o.item_id = w.id
      and o.label = any(${bind('label_not', list(filters.label_not))}))`)
  for (const trait of list(filters.has ?? [])) add(traits[trait])
  for (const trait of list(filters.has_no ?? [])) add(`not (${traits[trait]})`)
  whether(filters.blocked, () => blocked)
  whether(filters.ready, () => isReady(bind('now', now)))
  whether(filters.leased, () => `w.lease_until is not null and w.lease_until > ${bind('now', now)}`)
  if (filters.milestone === 'none') add('w.milestone_id is null')
  else if (filters.milestone) add(`w.milestone_id = ${bind('milestone', filters.milestone)}`)
  if (filters.start_before) add(`w.start_on < ${bind('start_before', filters.start_before)}`)
  if (filters.start_after) add(`w.start_on > ${bind('start_after', filters.start_after)}`)
  if (filters.due_before) add(`w.due_on < ${bind('due_before', filters.due_before)}`)
  if (filters.due_after) add(`w.due_on > ${bind('due_after', filters.due_after)}`)
  if (filters.created_since) add(`w.created_at >= ${bind('created_since', filters.created_since)}`)
  if (filters.updated_since) add(`w.updated_at >= ${bind('updated_since', filters.updated_since)}`)
  // As one value: with a join, the words would be searched again for each task if the planner expects few.
  if (filters.text)
    add(
      page === 'walked'
        ? hasWords(bind('words', wordsOf(filters.text)))
        : `w.id = any(array(${matching(filters, filters.text, bind, page)}))`,
    )
  return conditions
}

const unfiltered: readonly string[] = ['projects', 'slug', 'kind', 'deleted']

/** Whether the filters name nothing but project and kind. */
export const isPlain = (filters: Resolved): boolean =>
  (filters.projects?.length ?? 1) === 1 &&
  Object.entries(filters).every(([name, value]) => value === undefined || unfiltered.includes(name))

/** Whether the tallies of a project know the count, which needs a filter of nothing but statuses and one label: the label, if any. */
export function talliedBy({
  projects,
  slug,
  kind,
  status: _,
  status_not: __,
  label,
  deleted,
  ...others
}: Resolved): { label?: string } | undefined {
  const [only, ...more] = list(label ?? [])
  const kept =
    (projects?.length === 1 || slug !== undefined) &&
    list(kind ?? 'task').every((one) => one === 'task') &&
    !deleted &&
    more.length === 0 &&
    Object.values(others).every((value) => value === undefined)
  return kept ? (only === undefined ? {} : { label: only }) : undefined
}

/** The page to read, if only the order of numbers decides what is on it. */
interface Page {
  before: unknown
}

/** Whether a list is of one project and filtered by words alone. */
export const isByWords = (filters: Resolved): boolean =>
  isByWordsAndStatus(filters) && filters.status === undefined && filters.status_not === undefined

/** The same, possibly also filtered by status: each status is so common that tasks with a frequent word are met soon along any order. */
export const isByWordsAndStatus = ({ projects, text, kind, deleted, status: _, status_not: __, ...others }: Resolved): boolean =>
  text !== undefined &&
  !keyLike.test(text.trim()) &&
  projects?.length === 1 &&
  (kind ?? 'task') === 'task' &&
  !deleted &&
  Object.values(others).every((value) => value === undefined)

/** The tasks that a text may mean: by words of their titles, or by the beginning of their keys. */
function matching({ projects, deleted = false }: Resolved, text: string, bind: Bind, page?: Page): string {
  const words = bind('words', wordsOf(text))
  if (page) return newestTitled(words, bind('only_project', projects?.[0]), bind('before', page.before), ':limit')
  const max = bind('most_titled', maxTitled)
  const inTitle = titled(words, bind('projects', projects ?? null), max)
  const [, key, digits = ''] = keyLike.exec(text.trim()) ?? []
  if (!key) return inTitle
  const ranges = rangesOf(digits)
  const [firsts, lasts] = [
    bind(
      'firsts',
      ranges.map(([first]) => first),
    ),
    bind(
      'lasts',
      ranges.map(([, last]) => last),
    ),
  ]
  return `${inTitle} union all ${numbered(bind('project_key', key.toUpperCase()), firsts, lasts, max, deleted)}`
}

const largest = 2 ** 31 - 1
/** The numbers that begin with these digits: 12 itself, 120 to 129, 1200 to 1299, … */
function rangesOf(digits: string): [first: number, last: number][] {
  if (digits === '') return [[1, largest]]
  const ranges: [number, number][] = []
  if (digits.startsWith('0')) return ranges
  for (let [first, size] = [Number(digits), 1]; first <= largest; first *= 10, size *= 10) {
    ranges.push([first, Math.min(first + size - 1, largest)])
  }
  return ranges
}

export const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

/** Every word as a prefix, in the syntax of `to_tsquery`. */
function wordsOf(text: string): string {
  const words = text.replace(/['\\]/g, ' ').split(/\s+/).filter(Boolean)
  return words.map((word) => `'${word}':*`).join(' & ')
}
