import type { z } from 'zod'
import type { Condition as ConditionSchema, Gate as GateSchema, Rank as RankSchema } from './gates.contract.ts'

export type Gate = z.output<typeof GateSchema>
export type Condition = z.output<typeof ConditionSchema>
export type Rank = z.output<typeof RankSchema>

const order: Record<Rank, number> = { claimed: 0, reported: 1, observed: 2, ci: 3 }

export const atLeast = (rank: Rank, least: Rank): boolean => order[rank] >= order[least]

export const higher = (a: Rank, b: Rank): Rank => (atLeast(a, b) ? a : b)
