import type { Output } from '@baton/client'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'moved_from' | 'moved_to' | 'note'
  text: string
  before: number | null
  after: number | null
}

type Hunk = Output<'compareSpec'>['hunks'][number]

/** A shorter line is not enough to conclude that it moved. */
const leastMoved = 8

/** Diff lines with their numbers. A line removed in one place and added verbatim in another has moved. */
export function diffLines(hunks: readonly Hunk[]): DiffLine[][] {
  const all = hunks.flatMap(({ lines }) => lines)
  const counts = (sign: string) => {
    const found = new Map<string, number>()
    for (const line of all) if (line.startsWith(sign)) found.set(line.slice(1).trim(), (found.get(line.slice(1).trim()) ?? 0) + 1)
    return found
  }
  const [removed, added] = [counts('-'), counts('+')]
  const moved = (text: string) => text.trim().length >= leastMoved && removed.get(text.trim()) === 1 && added.get(text.trim()) === 1
  return hunks.map(({ lines, old_start, new_start }) => {
    let [before, after] = [Math.max(1, old_start), Math.max(1, new_start)]
    return lines.map((line): DiffLine => {
      const text = line.slice(1)
      if (line.startsWith('+')) return { kind: moved(text) ? 'moved_to' : 'added', text, before: null, after: after++ }
      if (line.startsWith('-')) return { kind: moved(text) ? 'moved_from' : 'removed', text, before: before++, after: null }
      if (line.startsWith('\\')) return { kind: 'note', text: 'No line break at the end', before: null, after: null }
      return { kind: 'same', text, before: before++, after: after++ }
    })
  })
}
