import type { TraceRow } from './traces.queries.ts'

/** However long a session lasts, its trace stays this short. */
const most = { said: 3, files: 100, ran: 30 }

type Folded = Omit<TraceRow, 'updated_at'>

interface Seen {
  said?: string | undefined
  files?: readonly string[] | undefined
  ran?: readonly { command: string; code: number }[] | undefined
}

/** Newest first: each file and each saying once, each command with its last exit code and how often it ran. */
export function foldTrace(before: Folded | undefined, { said, files = [], ran = [] }: Seen): Folded {
  const commands = new Map((before?.ran ?? []).toReversed().map((one) => [one.command, one]))
  for (const { command, code } of ran) {
    const times = (commands.get(command)?.times ?? 0) + 1
    // Deleted first: a key that is set again would keep its place.
    commands.delete(command)
    commands.set(command, { command, code, times })
  }
  return {
    said: newest([...(said?.trim() ? [said.trim()] : []), ...(before?.said ?? [])], most.said),
    files: newest([...files.toReversed(), ...(before?.files ?? [])], most.files),
    ran: [...commands.values()].toReversed().slice(0, most.ran),
  }
}

const newest = (texts: readonly string[], limit: number): string[] => [...new Set(texts)].slice(0, limit)
