import type { z } from 'zod'
import type { ContextPack } from './context-pack.contract.ts'

export type Pack = z.output<typeof ContextPack>

export const listNames = ['tasks', 'held', 'decisions', 'memories', 'ready', 'earlier', 'changes'] as const
export type ListName = (typeof listNames)[number]

/** Everything that could go into a pack. `more` counts what lies beyond even this. */
export interface Material extends Omit<Pack, 'left_out' | 'budget_tokens' | 'tokens'> {
  more: Partial<Record<ListName, number>>
}

/** The call that returns the whole list: a tool with its arguments. */
export function fetchOf(list: ListName, { session, leases, last_checkpoint }: Material): string {
  const project = session.project ? { project: session.project } : {}
  const since = last_checkpoint ? { since: last_checkpoint.at } : {}
  const [lease] = leases
  const calls: Record<ListName, [tool: string, given: object]> = {
    tasks: ['list_tasks', project],
    held: ['get_task', { task: lease?.task ?? '…' }],
    decisions: ['list_decisions', { ...project, status: 'accepted' }],
    memories: ['search_memory', { ...project, query: '…' }],
    ready: ['list_tasks', { ...project, ready: true }],
    earlier: ['resume_session', { budget_tokens: 20_000 }],
    changes: ['list_activities', { ...project, ...since }],
  }
  const [tool, given] = calls[list]
  return `${tool} ${JSON.stringify(given)}`
}

/** The session's own texts are returned in full by the same tool with a larger budget. */
export const fetchSession = 'resume_session with this session and budget_tokens 20000'
