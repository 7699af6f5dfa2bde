import type { Tx } from '../../platform/postgres.ts'
import { lastAnswer as last, type Answer } from './confirmations.queries.ts'

/** After this long a call is a new one, and its person is asked as if never before. */
export const validFor = 15 * 60_000

export interface AskedCall {
  user_id: string
  agent_id: string
  /** A digest of the tool and its arguments. */
  call: string
}

/** What the person at this client said when they were last asked about this very call. */
export async function lastAnswer(tx: Tx, org: string, { user_id, agent_id, call }: AskedCall, now: Date): Promise<Answer | undefined> {
  return (await tx.row(last, [org, user_id, agent_id, call, new Date(now.getTime() - validFor)]))?.answer
}
