import { formatPatch, structuredPatch, type StructuredPatch } from 'diff'

export interface Difference {
  lines_added: number
  lines_removed: number
  shortest: boolean
  unified: string
  hunks: { old_start: number; old_lines: number; new_start: number; new_lines: number; lines: string[] }[]
}

/** The search is quadratic in the changed lines and blocks the event loop meanwhile; the timeout is for machines under load. */
const bounds = { maxEditLength: 600, timeout: 80 }
const maxLines = 10_000

/**
 * The difference between two texts, line by line. If they are too far apart to search for the shortest one, their common beginning
 * and end are kept and the middle is replaced.
 */
export function difference(before: string, after: string, names: readonly [string, string]): Difference {
  const middle = middleOf(linesOf(before), linesOf(after))
  const small = middle.removed.length + middle.added.length <= maxLines
  const shortest = small ? structuredPatch(...names, before, after, undefined, undefined, { context: 3, ...bounds }) : undefined
  const patch = shortest ?? replaceMiddle(middle, names)
  const lines = patch.hunks.flatMap((hunk) => hunk.lines)
  return {
    lines_added: lines.filter((line) => line.startsWith('+')).length,
    lines_removed: lines.filter((line) => line.startsWith('-')).length,
    shortest: shortest !== undefined,
    unified: patch.hunks.length === 0 ? '' : formatPatch(patch),
    hunks: patch.hunks.map((hunk) => ({
      old_start: startOf(hunk.oldStart, hunk.oldLines),
      old_lines: hunk.oldLines,
      new_start: startOf(hunk.newStart, hunk.newLines),
      new_lines: hunk.newLines,
      lines: hunk.lines,
    })),
  }
}

/** An empty range is addressed by the line before it, as in the unified format. */
const startOf = (start: number, lines: number): number => (lines === 0 ? start - 1 : start)

interface Middle {
  start: number
  removed: string[]
  added: string[]
}

/** What remains of two texts without their common beginning and end. */
function middleOf(before: readonly string[], after: readonly string[]): Middle {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { start, removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) }
}

function replaceMiddle({ start, removed, added }: Middle, [oldFileName, newFileName]: readonly [string, string]): StructuredPatch {
  const lines = [...marked('-', removed), ...marked('+', added)]
  const hunk = { oldStart: start + 1, oldLines: removed.length, newStart: start + 1, newLines: added.length, lines }
  return { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined, hunks: [hunk], index: undefined }
}

/** Each with its line break, so that a missing one at the end is a difference. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const marked = (sign: string, lines: readonly string[]): string[] =>
  lines.flatMap((line) => (line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file']))
