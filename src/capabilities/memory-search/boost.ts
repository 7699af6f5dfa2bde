import type { WeighedRow } from './memory-search.queries.ts'

const trusted = { person: 1, agent: 0.98, external: 0.95 }
const halfLife = 90 * 86_400_000

/** Between equals the pinned, the newer and the better founded comes first; none of it outweighs a better answer. */
export function boostOf({ pinned, trust, created_at }: Pick<WeighedRow, 'pinned' | 'trust' | 'created_at'>, now: Date): number {
  const age = Math.max(0, now.getTime() - Date.parse(created_at))
  const recency = 1 + 0.05 * 2 ** (-age / halfLife)
  return (pinned ? 1.1 : 1) * recency * trusted[trust]
}
