import { operations } from '../../../src/capabilities/operations.ts'
import type { Place } from './fill.ts'

/** One call, made the same way in both projects; its answer goes to `after`, which is neither timed nor counted. */
export interface Call {
  name: string
  /** What the call reads all of, up to a bound: such a call grows until it reaches the bound, and is reported separately. */
  upTo?: string
  run(place: Place, round: number): Promise<any>
  after?(place: Place, answer: any): Promise<unknown>
}

/** Inputs that reads need besides the names of resources. */
const given: Record<string, string> = { q: 'noun7', query: 'noun7', names: '@', path: 'src/main.ts', limit: '10' }

const matches = 'documents with a word, to rank them'
const bounds: Record<string, string> = { search: matches, searchKnowledge: matches }

/** Every read of the organization realm whose path can be filled with names from a project. */
function reads(): Call[] {
  const found: Call[] = []
  for (const { name, contract } of operations.values()) {
    if (contract.realm !== 'organization' || contract.effect !== 'read') continue
    const shape = (contract.input as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> }).shape ?? {}
    for (const { method, path, params = {} } of contract.http ?? []) {
      if (method !== 'GET') continue
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => ({ param, field: params[param] ?? param }))
      const taken = new Set(inPath.map(({ field }) => field))
      const asked = Object.keys(shape).filter(
        (field) => !taken.has(field) && (['project', 'limit'].includes(field) || !shape[field]?.safeParse(undefined).success),
      )
      found.push({
        name: `${name} ${path}`,
        ...(bounds[name] && { upTo: bounds[name] }),
        async run({ person, names }) {
          const named: Record<string, string> = { ...given, ...names, names: names.task }
          if ([...taken, ...asked].some((field) => named[field] === undefined)) return unfilled
          const filled = inPath.reduce((text, { param, field }) => text.replace(`:${param}`, named[field] ?? ''), path as string)
          const query = new URLSearchParams(asked.map((field): [string, string] => [field, named[field] ?? '']))
          const { status, text, body } = await person.call('GET', `${filled}?${query}`)
          if (status >= 500) throw new Error(`${filled}: ${status} ${text}`)
          return status < 300 ? body : unfilled
        },
      })
    }
  }
  return found
}

/** Marks a call for which these projects contain nothing to name. */
export const unfilled = Symbol('unfilled')

const list = (query: string, limit = 10): Call => ({
  name: `listTasks ?${query}`,
  run: ({ person }) => person.do('GET', `/api/tasks?project=work&limit=${limit}&${query}`),
})

/** Filters alone and combined; for each, both projects have at least as many matching tasks as one page shows. */
const lists: Call[] = [
  ...['newest', 'rank', 'priority', 'due', 'updated'].flatMap((sort) => [list(`sort=${sort}`), list(`sort=${sort}&status=todo`)]),
  ...['newest', 'rank', 'priority', 'due', 'updated'].flatMap((sort) => [
    list(`sort=${sort}&assignee=me`),
    list(`sort=${sort}&label=label-1`),
  ]),
  // In a small project so few tasks match all three that a longer page would reach its end.
  list('status=todo&label=label-1&assignee=me', 3),
  list('status=todo&status=backlog&priority=high&label=label-2', 3),
  list('status_not=complete&status_not=cancelled&assignee=none'),
  list('assignee_agent=builder&status=todo'),
  list('ready=true'),
  list('ready=true&assignee=none&label=label-3'),
  list('blocked=false&has=due'),
  list('text=noun7'),
  list('text=noun7&status=complete'),
  list('text=noun7&sort=updated'),
  list('due_before=2100-01-01'),
  list('created_since=2000-01-01T00:00:00Z'),
  list('updated_since=2000-01-01T00:00:00Z&status=complete'),
  list('count=true'),
  list('count=true&status=complete&label=label-1'),
  ...['priority', 'assignee'].map((by) => ({
    name: `getBoard by ${by}`,
    run: ({ person }: Place) => person.do('GET', `/api/projects/work/board?group_by=${by}`),
  })),
  {
    name: 'getBoard of one label',
    run: ({ person }) => person.do('GET', '/api/projects/work/board?label=label-1'),
  },
  {
    name: 'getBoard of a view',
    run: ({ person, names }) => person.do('GET', `/api/projects/work/board?view=${names.view}`),
  },
  { name: 'listTasks of a view', run: ({ person, names }) => person.do('GET', `/api/tasks?view=${names.view}&limit=10`) },
]

const statuses = ['todo', 'backlog', 'complete', 'in_review']

const writes: Call[] = [
  {
    name: 'createTask',
    run: ({ person }, round) => person.do('POST', '/api/tasks', { project: 'work', title: `A new task ${round}`, labels: ['label-1'] }),
  },
  {
    name: 'updateTask status',
    run: ({ person, names }, round) => person.do('PATCH', `/api/tasks/${names.task}`, { status: statuses[round % statuses.length] }),
  },
  {
    name: 'claimTask',
    run: ({ person }) => person.do('POST', '/api/tasks/claim', { project: 'work' }),
    after: ({ person }, { task, lease }) => person.do('POST', `/api/tasks/${task.key}/release`, { fence: lease.fence }),
  },
  {
    name: 'addComment',
    run: ({ person, names }, round) => person.do('POST', `/api/tasks/${names.task}/comments`, { body: `Seen ${round}` }),
  },
]

/** The calls that are also measured in a project of a million tasks. */
export const mostUsed = ['listTasks /api/tasks', 'getTask /api/tasks/:key', 'getBoard /api/projects/:slug/board', 'createTask', 'claimTask']

export const calls: readonly Call[] = [...reads(), ...lists, ...writes]
