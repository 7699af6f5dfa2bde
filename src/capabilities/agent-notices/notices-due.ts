import type { Tx } from '../../platform/postgres.ts'
import { isDue } from './notices.queries.ts'

/** What a call tells of the instance it came from. */
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
/** An end of a lease this near is worth a word. */
const soon = 5 * minute
/** How exactly it is known when an instance called last. */
const seenEvery = 30_000
/** An instance that has not called for so long is not meant by a call that tells nothing of its own. */
const remembered = 60 * minute

export function noticeValues(org: string, from: CallOf, now: Date): unknown[] {
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const { agent_id, user_id, client_session = null, connection = null, session = null, fence = null, task } = from
  const named = [agent_id, user_id, client_session, connection, session, fence, task?.toUpperCase() ?? null]
  return [org, ...named, at(-remembered), now, at(soon), at(-seenEvery)]
}

/** Whether there is anything to be told, or to be noted: most calls need no write. */
export async function noticesDue(tx: Tx, org: string, from: CallOf, now: Date): Promise<boolean> {
  return (await tx.row(isDue, noticeValues(org, from, now)))?.due ?? false
}
