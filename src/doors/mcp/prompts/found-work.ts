import type { InputOf, OutputOf } from '../../../capabilities/operations.ts'
import type { Ask } from './prompt.ts'

type Task = OutputOf<'listTasks'>['items'][number]

/** Tasks with the few fields a model needs, including author and holder. */
export async function tasksFor(ask: Ask, filters: InputOf<'listTasks'>): Promise<object[]> {
  const [tasks, authors] = [await ask.list('listTasks', { ...filters, response_format: 'detailed' }), await ask.authors()]
  return tasks.map((task) => ({
    ...{ task: task.key, title: task.title, status: task.status, priority: task.priority },
    ...(task.blocked && { blocked: true }),
    ...(isHeld(task, ask.now) && { held_by: authors({ created_by_agent_id: task.lease_agent_id ?? null }) ?? 'a person' }),
    written_by: authors(task),
  }))
}

const isHeld = ({ lease_holder, lease_until }: Task, now: Date): boolean =>
  Boolean(lease_holder) && lease_until != null && Date.parse(lease_until) > now.getTime()

export async function featuresFor(ask: Ask, filters: InputOf<'listFeatures'>): Promise<object[]> {
  const [features, authors] = [await ask.list('listFeatures', { ...filters, status: 'active' }), await ask.authors()]
  return features.map(({ ref, title, gate, missing_count, owner_id }) => ({
    ...{ ref, title, gate, missing: missing_count, written_by: authors({ created_by: owner_id }) },
  }))
}

type Session = Omit<OutputOf<'listSessions'>['items'][number], 'cost' | 'tokens' | 'tasks'>

interface Wanted {
  named: string | undefined
  project?: string | undefined
  /** Whether someone may be working in the session: yes to hand it over, no to resume it. */
  alive: boolean
}

/** The named session, or the caller's newest open one. */
export async function sessionFor(ask: Ask, { named, project, alive: mayRun }: Wanted): Promise<Session | undefined> {
  if (named) return ask.run('getSession', { session: named })
  const sessions = await ask.list('listSessions', { whose: 'user', limit: 20, ...(project && { project }) })
  const open = sessions.filter(({ status, alive }) => (status === 'running' || status === 'lost') && (mayRun || !alive))
  return open.find(({ status }) => status === 'running') ?? open[0]
}

/** The context that a successor needs, with its author. */
export async function packOf(ask: Ask, { id, owner_id, agent_id }: Session): Promise<object> {
  const [pack, authors] = [await ask.run('getSessionContext', { session: id, budget_tokens: 6000 }), await ask.authors()]
  return { written_by: authors({ created_by: owner_id, created_by_agent_id: agent_id }), ...pack }
}
