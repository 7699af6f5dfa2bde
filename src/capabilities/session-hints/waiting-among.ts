import type { Tx } from '../../platform/postgres.ts'
import { commentsAmong } from '../comment-deliveries/comments-waiting.ts'
import { waitingAmong as hintsAmong } from './session-hints.queries.ts'

interface Waiting {
  newest: string
  session: string | null
  count: number
}

/** Of these agents of an organization, those that people have something to say to: how much, and for which session the newest is. */
export async function waitingAmong(tx: Tx, org: string, agents: readonly string[]): Promise<Map<string, Waiting>> {
  const [hints, comments] = await Promise.all([tx.rows(hintsAmong, [org, agents]), commentsAmong(tx, org, agents)])
  const waiting = new Map<string, Waiting>(hints.map(({ agent, ...of }) => [agent, of]))
  for (const { agent, newest, count } of comments) {
    const before = waiting.get(agent)
    const latest = before && before.newest > newest ? before : { newest, session: null }
    waiting.set(agent, { ...latest, count: count + (before?.count ?? 0) })
  }
  return waiting
}
