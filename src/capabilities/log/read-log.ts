import type { Database, Tx } from '../../platform/postgres.ts'
import { type EventRow, eventsAfter, head, movedLogs } from './activity.queries.ts'

export type { EventRow }

interface LogPage {
  events: EventRow[]
  /** The last sequence number assigned when the page was read. */
  head: number
  /** Events right after the cursor are gone (retention), or the cursor was never issued: the reader must start over. */
  lost: boolean
}

/** One page of an organization's log after a cursor, unfiltered: the reader decides what each of its listeners may see. */
export function readLog(database: Database, org: string, after: number, limit: number): Promise<LogPage> {
  return database.withRealm('organization', { org, user: null }, 'read', (tx) => readLogIn(tx, org, after, limit))
}

/** The same within a transaction of the organization. */
export async function readLogIn(tx: Tx, org: string, after: number, limit: number): Promise<LogPage> {
  // The head is read first: an event that it counts and the page lacks has been deleted, rather than added later.
  const [end, events] = await Promise.all([tx.row(head, { org }), tx.rows(eventsAfter, { org, after, limit })])
  const last = end?.seq ?? 0
  const first = events[0]?.seq ?? last + 1
  return { events, head: Math.max(last, events.at(-1)?.seq ?? 0), lost: first !== after + 1 }
}

/** The organizations whose log is no longer at the given position. */
export async function organizationsMoved(database: Database, places: ReadonlyMap<string, number>): Promise<string[]> {
  const rows = await database.poll('organization', movedLogs, { orgs: [...places.keys()], places: [...places.values()] })
  return rows.map(({ org }) => org)
}

export const logHead = (database: Database, org: string): Promise<number> =>
  database.withRealm('organization', { org, user: null }, 'read', (tx) => logHeadIn(tx, org))

export const logHeadIn = async (tx: Tx, org: string): Promise<number> => (await tx.row(head, { org }))?.seq ?? 0

/** The only visibility rule, applied to the log: what has an owner is visible to the owner alone, what has a project inherits from it. */
export function visibleTo(user: string, hiddenProjects: ReadonlySet<string>, event: EventRow): boolean {
  const ofOwner = event.owner_id === null || event.owner_id === user
  return ofOwner && (event.project_id === null || !hiddenProjects.has(event.project_id))
}
