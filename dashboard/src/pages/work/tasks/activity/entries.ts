import { foldLines, type Folded, type Line } from '../../../../ui/feed/fold-lines.ts'
import type { Comment } from '../../../../data/tasks/comments.ts'

/** A comment and its replies, oldest first. */
export interface Thread {
  root: Comment
  replies: Comment[]
}

export type Entry = { at: string; id: string } & ({ thread: Thread } | { folded: Folded })

export type View = 'all' | 'people' | 'agents' | 'tools'

/** Comments are shown themselves, so the events of creating, editing and restoring them are left out. */
const told = ({ type }: Line): boolean => !/^comment\.(created|updated|restored)$/.test(type)

/** Groups comments by the root of their thread; a reply whose root is gone starts its own thread. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const rootOf = (comment: Comment): Comment => {
    let root = comment
    for (let above = byId.get(root.reply_to ?? ''); above && above !== root; above = byId.get(root.reply_to ?? '')) root = above
    return root
  }
  const threads = new Map<string, Thread>()
  for (const comment of comments.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id))) {
    const root = rootOf(comment)
    const thread = threads.get(root.id) ?? { root, replies: [] }
    if (comment !== root) thread.replies.push(comment)
    threads.set(root.id, thread)
  }
  return [...threads.values()]
}

/** Comments and events in chronological order, oldest first; a thread is placed where it began. */
export function entriesOf(comments: readonly Comment[], lines: readonly Line[], view: View): Entry[] {
  const byAgent = (line: Line) => line.actor.agent_id !== null
  const wanted = (line: Line) =>
    told(line) && (view === 'all' || (view === 'tools' ? line.actor.door === 'mcp' : byAgent(line) === (view === 'agents')))
  const saidBy = ({ root, replies }: Thread) =>
    view === 'all' || (view !== 'tools' && [root, ...replies].some((one) => (one.author_agent_id !== null) === (view === 'agents')))
  const said = threadsOf(comments)
    .filter(saidBy)
    .map((thread): Entry => ({ at: thread.root.created_at, id: thread.root.id, thread }))
  const done = foldLines(lines.filter(wanted).toSorted((a, b) => a.seq - b.seq)).map((folded): Entry => ({
    at: folded.line.at,
    id: String(folded.line.seq),
    folded,
  }))
  return [...said, ...done].toSorted((a, b) => a.at.localeCompare(b.at))
}
