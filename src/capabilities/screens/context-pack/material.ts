import type { z } from 'zod'
import { encodeCursor } from '../../paging.ts'
import type { ContextPack } from './context-pack.contract.ts'

export type Pack = z.output<typeof ContextPack>

export const listNames = ['tasks', 'held', 'decisions', 'memories', 'ready', 'earlier', 'changes'] as const
export type ListName = (typeof listNames)[number]

/**
 * Everything that could go into a pack. `more` counts what lies beyond even this; `checkpointed` is the session that the checkpoints belong to, if not this
 * one, one that it continues.
 */
export interface Material extends Omit<Pack, 'left_out' | 'budget_tokens' | 'tokens'> {
  checkpointed: string
  more: Partial<Record<ListName, number>>
}

type Call = [tool: string, given: object]
const spelled = ([tool, given]: Call): string => `${tool} ${JSON.stringify(given)}`

const longestQuestion = 60

/** The call that returns what a list doesn't show: a tool with its arguments. */
export function fetchOf(list: ListName, material: Material, shown: number): string {
  const { session, goals, held, last_checkpoint, checkpointed, earlier } = material
  const project = session.project ? { project: session.project } : {}
  const since = last_checkpoint ? { since: last_checkpoint.at } : {}
  const [goal = ''] = goals
  const hidden = earlier.slice(shown).map(({ number }) => number + 1)
  const before = hidden.length > 0 ? Math.max(...hidden) : (earlier.at(-1)?.number ?? 1)
  const calls: Record<ListName, Call> = {
    tasks: ['list_tasks', project],
    held: ['get_task', { task: held[shown]?.task ?? '…' }],
    // Those of the whole organization are among them.
    decisions: ['list_decisions', { status: 'accepted' }],
    memories: ['search_memory', { ...project, query: goal.slice(0, longestQuestion).toWellFormed() }],
    ready: ['list_tasks', { ...project, ready: true }],
    earlier: ['list_sessions', { session: checkpointed, checkpoints: true, cursor: encodeCursor([before]) }],
    changes: ['list_activities', { ...project, ...since }],
  }
  return spelled(calls[list])
}

/** The calls that return a session's own texts in full. */
export const fetchSession = ({ session }: Material): string => spelled(['list_sessions', { session: session.id }])
export function fetchLastCheckpoint({ checkpointed, last_checkpoint }: Material): string {
  const cursor = encodeCursor([(last_checkpoint?.number ?? 0) + 1])
  return spelled(['list_sessions', { session: checkpointed, checkpoints: true, limit: 1, cursor }])
}
