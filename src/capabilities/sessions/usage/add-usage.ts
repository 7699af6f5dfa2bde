import type { TxContext } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { addToDay } from './usage.queries.ts'

interface Usage {
  owner: string
  agent: string | null
  project: string | null
  model: string | null
  tokens_in: number | null
  tokens_out: number | null
  cost_micros: number | null
  seconds: number | null
}

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Adds one report to the ledger, in the transaction that stores the report, so that each is counted once. */
export async function addUsage(
  ctx: TxContext,
  { owner, agent, project, model, tokens_in, tokens_out, cost_micros, seconds }: Usage,
): Promise<void> {
  const unknown = {
    reports_without_tokens: tokens_in === null && tokens_out === null ? 1 : 0,
    reports_without_cost: cost_micros === null ? 1 : 0,
  }
  const place = { org: ctx.org, id: newId(), day: dayOf(ctx.clock.now()), owner, agent, project, model }
  await ctx.tx.rows(addToDay, { ...place, tokens_in, tokens_out, cost_micros, seconds, ...unknown })
}
