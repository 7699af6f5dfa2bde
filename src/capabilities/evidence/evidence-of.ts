import type { Context } from '../../kernel/context.ts'
import { liveEvidence, newestEvidence } from './evidence.queries.ts'
import type { EvidenceRow, LiveEvidence } from './evidence-row.ts'

/** What counts, oldest first. */
export const liveEvidenceOf = (ctx: Context, features: readonly string[]): Promise<LiveEvidence[]> =>
  ctx.tx.rows(liveEvidence, [ctx.org, features])

/** What a reader sees at a glance, newest first. */
export const newestEvidenceOf = (ctx: Context, features: readonly string[], withVoided: boolean, limit: number): Promise<EvidenceRow[]> =>
  ctx.tx.rows(newestEvidence, [ctx.org, features, withVoided, limit])
