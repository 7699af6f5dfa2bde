import type { Syntax } from './read-syntax.ts'

/** Lines of a file that belong together, numbered from 1. */
export interface Piece {
  start_line: number
  end_line: number
  text: string
}

const maxCharacters = 1600
const maxLines = 60
/** A longer line is from a minified file and makes no useful passage. */
const longestLine = 2000

/** Splits a file into pieces at syntactic boundaries; all lines are in one of them, except blank ones at the ends and pieces with a longer line. */
export function divideCode(text: string, syntax: Syntax | null): Piece[] {
  const lines = text.split('\n')
  const breaks = syntax?.breaks ?? linesBetween(lines)
  const pieces: Piece[] = []
  for (let start = 0; start < lines.length;) {
    const end = endOf(lines, start, breaks)
    add(pieces, lines, start, end)
    start = end
  }
  return pieces
}

/** Where the piece that starts here ends: as late as the limits allow, at the shallowest break that is not too close to the start. */
function endOf(lines: readonly string[], start: number, breaks: ReadonlyMap<number, number>): number {
  let limit = start
  for (let size = 0; limit < lines.length && limit - start < maxLines; limit++) {
    size += (lines[limit]?.length ?? 0) + 1
    if (size > maxCharacters && limit > start) break
  }
  if (limit === lines.length) return limit
  let best = limit
  let depth = Infinity
  for (let line = limit; line > start + (limit - start) / 3; line--) {
    const at = breaks.get(line) ?? Infinity
    if (at < depth) [best, depth] = [line, at]
  }
  return Math.max(best, start + 1)
}

function add(pieces: Piece[], lines: readonly string[], from: number, to: number): void {
  let [start, end] = [from, to]
  while (start < end && lines[start]?.trim() === '') start++
  while (end > start && lines[end - 1]?.trim() === '') end--
  if (start === end || lines.slice(start, end).some((line) => line.length > longestLine)) return
  pieces.push({ start_line: start + 1, end_line: end, text: lines.slice(start, end).join('\n') })
}

/** Breaks without a grammar: headings first, then lines after a blank line, the unindented ones before the others. */
function linesBetween(lines: readonly string[]): Map<number, number> {
  const breaks = new Map<number, number>()
  for (const [place, line] of lines.entries()) {
    if (/^#{1,6} /.test(line)) breaks.set(place, 0)
    else if (line.trim() && lines[place - 1]?.trim() === '') breaks.set(place, /^\S/.test(line) ? 1 : 2)
  }
  return breaks
}
