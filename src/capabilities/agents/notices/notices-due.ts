import { implement } from '../../../kernel/operation.ts'
import type { Statement } from '../../../platform/sql.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { toNotice } from './notice-words.ts'
import * as contracts from './notices.contract.ts'
import { isDue, isDueUntold, takeNotices as take, waitsForAgent } from './notices.queries.ts'

/** What a call says about the instance it came from. */
export interface CallOf {
  agent_id: string
  user_id: string
  client_session?: string | undefined
  connection?: string | undefined
  session?: string | undefined
  fence?: string | undefined
  task?: string | undefined
}

const minute = 60_000
/** A lease that ends within this time is worth a warning. */
const soon = 5 * minute
/** The resolution of `seen_at`: it is updated at most this often. */
const seenEvery = 30_000
/** A call without keys is never attributed to an instance that has been silent for this long. */
const remembered = 60 * minute

/** The parameters by which `caller` looks up the instance of a call. */
export function callValues(org: string, from: CallOf, now: Date) {
  const { agent_id: agent, user_id: user, client_session = null, connection = null, session = null, fence = null } = from
  const task = from.task?.toUpperCase() ?? null
  const remembered_since = after(now, -remembered)
  return { org, agent, user, client_session, connection, claimed_session: session, fence, task, remembered_since, now }
}

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

const noticeValues = (org: string, from: CallOf, now: Date) => ({
  ...callValues(org, from, now),
  soon: after(now, soon),
  seen_before: after(now, -seenEvery),
})

/**
 * Checks in one statement, sent along with the call's own, whether there is anything to deliver or to record: most calls need no write. For a
 * call without keys, the short statement only says whether anything waits for the agent at all. If so, `due` is undefined, and the full
 * statement has to be run by passing `waits`. Later calls should pass it right away: a notice for a closed window can wait for an hour.
 */
export async function noticesDue(
  tx: Tx,
  org: string,
  from: CallOf,
  { now, when, waits }: { now: Date; when: 'now' | 'last'; waits: boolean },
): Promise<{ due: boolean | undefined; waits: boolean }> {
  const { client_session, connection, session, fence } = from
  const values = noticeValues(org, from, now)
  const ask = <Row>(statement: Statement<Row, keyof typeof values>) =>
    when === 'now' ? tx.rows(statement, values) : tx.withCommit(statement, values)
  if ((client_session ?? connection ?? session ?? fence) !== undefined) {
    const [row] = await ask(isDue)
    return { due: row?.due ?? false, waits }
  }
  const [row] = waits ? await ask(isDueUntold) : (await ask(waitsForAgent)).map((found) => ({ ...found, due: undefined }))
  return row?.waits ? row : { due: false, waits: false }
}

export const takeNotices = implement(contracts.takeNotices, async (ctx, from) => ({
  items: (await ctx.tx.rows(take, noticeValues(ctx.org, from, ctx.clock.now()))).map(toNotice),
}))
