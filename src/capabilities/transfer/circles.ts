import type { Planned } from './plan-import.ts'
import type { Problem } from './read-rows.ts'

/** Rows that would wait for themselves, by way of other rows of the file. With what is there already, storing finds it. */
export function circles(rows: readonly Planned[]): Problem[] {
  const problems: Problem[] = []
  const state = new Map<Planned, 'open' | 'done'>()
  for (const start of rows) {
    const path: { row: Planned; next: number }[] = state.has(start) ? [] : [{ row: start, next: 0 }]
    while (path.length > 0) {
      const step = path.at(-1) as { row: Planned; next: number }
      state.set(step.row, 'open')
      const target = step.row.blockers?.[step.next++]
      if (!target) {
        state.set(step.row, 'done')
        path.pop()
      } else if ('row' in target && state.get(target.row) === 'open') {
        problems.push({ line: step.row.line, field: 'blocked_by', message: `waits for line ${target.row.line}, which waits for it` })
      } else if ('row' in target && !state.has(target.row)) path.push({ row: target.row, next: 0 })
    }
  }
  return problems
}
