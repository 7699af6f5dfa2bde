import type { Sums } from './usage.queries.ts'

export const toDollars = (micros: number): number => micros / 1_000_000

/** Sums as the wire has them: unknown stays unknown. */
export function showUsage<Row extends Sums>({ cost_micros, ...row }: Row) {
  return { ...row, cost: cost_micros === null ? null : toDollars(cost_micros) }
}
