import type { StayRow } from './insights.queries.ts'
import { spreadOf } from './spread.ts'

const spread = (stays: readonly StayRow[]) => ({
  ...spreadOf(stays.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))),
  waiting: stays.filter(({ seconds }) => seconds === null).length,
})

/** Time at each gate, in the order of the workflow. */
export function gateWaitsOf(stays: readonly StayRow[]) {
  const byGate = [...Map.groupBy(stays, ({ gate }) => gate)]
  const placed = byGate.map(([gate, of]) => ({ gate, of, place: Math.min(...of.map((stay) => stay.place)) }))
  return placed
    .toSorted((a, b) => a.place - b.place || (a.gate < b.gate ? -1 : 1))
    .map(({ gate, of }) => ({
      gate,
      kind: of[0]?.kind ?? '',
      ...spread(of),
      waiting_for_you: of.filter((stay) => stay.for_you).length,
      sent_back: of.filter((stay) => stay.left_by === 'sent_back').length,
    }))
}

/** Whose work waits for what: by group, never by person. */
export function waitsOf(stays: readonly StayRow[]) {
  const groups = Map.groupBy(stays, ({ by_agent, kind }) => `${by_agent ? 'agents' : 'people'} ${kind}`)
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, of]) => ({
      from: of[0]?.by_agent ? ('agents' as const) : ('people' as const),
      for: of[0]?.kind ?? ('evidence' as const),
      ...spread(of),
    }))
}
