import type { Context } from '../../../kernel/context.ts'
import { sql } from '../../../platform/postgres.ts'
import type { ToolKind } from '../../../platform/tunnel-protocol.ts'
import type { TellingOfRun } from './runs.events.ts'
import type { RunRow, RunState } from './runs.queries.ts'

/** What a machine measured of an attempt's work; null: nobody knows. */
export interface Work {
  exit_code: number | null
  branch: string | null
  base: string | null
  head: string | null
  files_changed: number | null
  insertions: number | null
  deletions: number | null
  dirty_files: number | null
  refused: { count: number; kinds: ToolKind[] } | null
}

/** The work of an attempt that reported nothing. */
export const unknownWork: Work = {
  ...{ exit_code: null, branch: null, base: null, head: null, files_changed: null, insertions: null, deletions: null },
  ...{ dirty_files: null, refused: null },
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** How many tool calls its machine has refused, in words; null if none. */
function refusedWords(refused: Work['refused']): string | null {
  if (!refused || refused.count === 0) return null
  const what = refused.kinds.every((kind) => kind === 'execute') ? 'command' : 'tool call'
  return `${counted(refused.count, what)} ${refused.count === 1 ? 'was' : 'were'} refused`
}

/**
 * What a run that ended by itself leaves to be desired, in words; null if it is done: its branch has new commits and nothing is
 * uncommitted, or nothing had to be changed, which its agent says by completing the task with a note while nothing was refused to it.
 */
export function shortcomings(work: Work, isSettled: boolean): string | null {
  const first = shortcoming(work, isSettled)
  const refused = refusedWords(work.refused)
  return first && `${refused ? `${first}; ${refused}` : first}.`
}

function shortcoming({ base, head, files_changed, dirty_files, refused }: Work, isSettled: boolean): string | null {
  if (head === null || base === null) return 'What it changed is not known'
  if (dirty_files) return `It left ${counted(dirty_files, 'file')} uncommitted`
  if (head !== base) return null
  if (files_changed) return 'It committed to another branch than its own'
  return isSettled && !refused?.count ? null : 'It changed nothing'
}

const settled =
  sql(`select from work_items w where w.org_id = :org and w.id = :task and w.status = 'complete' and w.completed_by_agent_id = :agent
  and w.completed_at >= :since and w.completion_notes ~ '\\S'`)

/** Whether the run's agent has completed its task, and said how it came to that. */
export const isSettledBy = async (ctx: Context, { task_id: task, agent_id: agent, created_at: since }: RunRow): Promise<boolean> =>
  (await ctx.tx.row(settled, { org: ctx.org, task, agent, since })) !== undefined

const about = sql(`select w.key, w.title, w.status, a.owner_id, t.name as machine
  from work_items w join agents a on a.org_id = w.org_id and a.id = :agent left join tunnels t on t.org_id = w.org_id and t.id = :tunnel
  where w.org_id = :org and w.id = :task`).as<{
  key: string
  title: string
  status: string
  owner_id: string
  machine: string | null
}>()

const words: Partial<Record<RunState, string>> = { done: 'Done', unfinished: 'Unfinished', failed: 'Failed', stopped: 'Stopped' }

/**
 * Whom to tell of the end of a run, and in which words: the agent's owner and whoever asked for the run, if it did not do what it was
 * started for, if something was refused to it, or if its task went back to todo.
 */
export async function tellingOf(ctx: Context, run: RunRow, hasReleased: boolean): Promise<TellingOfRun> {
  const { task_id: task, agent_id: agent, tunnel_id: tunnel, refused, refused_kinds: kinds } = run
  const { key, title, status, owner_id, machine } = await ctx.tx.one(about, { org: ctx.org, task, agent, tunnel })
  const isReturned = hasReleased && status === 'todo'
  const wasRefused = refusedWords(refused === null ? null : { count: refused, kinds })
  const isTold = run.state === 'unfinished' || run.state === 'failed' || (run.state !== 'waiting' && (isReturned || wasRefused !== null))
  const people = new Set([owner_id, run.requested_by])
  // Whoever stops a run knows that it ends.
  if (run.stop_requested_by) people.delete(run.stop_requested_by)
  const sentences = [
    `${words[run.state] ?? 'Ended'}${machine === null ? '' : ` on ${machine}`}.`,
    run.error ?? (wasRefused && `${wasRefused}.`),
    isReturned ? 'The task is back in todo.' : status === 'complete' ? 'The task is complete.' : null,
  ]
  return {
    task: { id: task, key, title },
    told: isTold ? [...people] : [],
    words: sentences.filter(Boolean).join(' '),
  }
}
