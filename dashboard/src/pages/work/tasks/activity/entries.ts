import type { Output } from '@baton/client'
import type { Comment } from '../../../../data/tasks/comments.ts'

export type Line = Output<'listActivities'>['items'][number]
export type Entry = { at: string; id: string; byAgent: boolean } & ({ comment: Comment } | { line: Line; tool: boolean })

export type View = 'all' | 'people' | 'agents' | 'tools'

/** Comments speak for themselves; of what was done to them only a deletion is told. */
const told = ({ type }: Line): boolean => !/^comment\.(created|updated|restored)$/.test(type)

/** Words and deeds in the order in which they came, the oldest first. */
export function entriesOf(comments: readonly Comment[], lines: readonly Line[], view: View): Entry[] {
  const said = comments.map((comment): Entry => ({
    at: comment.created_at,
    id: comment.id,
    byAgent: comment.author_agent_id !== null,
    comment,
  }))
  const done = lines.filter(told).map((line): Entry => ({
    at: line.at,
    id: String(line.seq),
    byAgent: line.actor.agent_id !== null,
    line,
    tool: line.actor.door === 'mcp',
  }))
  const wanted = (entry: Entry) =>
    view === 'all' || (view === 'tools' ? 'line' in entry && entry.tool : entry.byAgent === (view === 'agents'))
  return [...said, ...done].filter(wanted).toSorted((a, b) => a.at.localeCompare(b.at))
}
