import { implement } from '../../../kernel/operation.ts'
import type { Tx } from '../../../platform/postgres.ts'
import * as contracts from './confirmations.contract.ts'
import { type Answer, forget, keepAnswer, lastAnswer as last } from './confirmations.queries.ts'

/** After this long, a repeated call counts as new and its person is asked again. */
const validFor = 15 * 60_000

export interface AskedCall {
  user_id: string
  agent_id: string
  /** A digest of the tool and its arguments. */
  call: string
}

/** What the person at this client answered when last asked about this exact call. */
export async function lastAnswer(tx: Tx, org: string, { user_id, agent_id, call }: AskedCall, now: Date): Promise<Answer | undefined> {
  return (await tx.row(last, { org, user_id, agent_id, call, now: new Date(now.getTime() - validFor) }))?.answer
}

const day = 24 * 3_600_000

export const recordConfirmationAnswer = implement(contracts.recordConfirmationAnswer, async (ctx, { user_id, agent_id, call, answer }) => {
  const now = ctx.clock.now()
  await ctx.tx.rows(forget, { org: ctx.org, user_id, now: new Date(now.getTime() - day) })
  const kept = await ctx.tx.row(keepAnswer, {
    org: ctx.org,
    user_id,
    agent_id,
    call,
    answer,
    now,
    valid_since: new Date(now.getTime() - validFor),
  })
  return kept ?? { answer }
})
