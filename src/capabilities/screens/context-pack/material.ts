import type { z } from 'zod'
import type { ContextPack } from './context-pack.contract.ts'

export type Pack = z.output<typeof ContextPack>

export const listNames = ['tasks', 'held', 'decisions', 'memories', 'ready', 'earlier', 'changes'] as const
export type ListName = (typeof listNames)[number]

/** What could go into a pack, all of it. `more` counts what lies beyond even this. */
export interface Material extends Omit<Pack, 'left_out' | 'budget_tokens' | 'tokens'> {
  more: Partial<Record<ListName, number>>
}

/** The call that gets the whole of a list: a tool with its arguments. */
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

/** What a session itself says is had in full by the same tool with more room. */
export const fetchSession = 'resume_session with this session and budget_tokens 20000'
