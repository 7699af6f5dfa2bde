import type { EventRow } from './activity.queries.ts'

/** The one rule of visibility as it reads for the log: what has an owner is its owner's, what has a project inherits from it. */
export function visibleTo(user: string, hiddenProjects: ReadonlySet<string>, event: EventRow): boolean {
  const ofOwner = event.owner_id === null || event.owner_id === user
  return ofOwner && (event.project_id === null || !hiddenProjects.has(event.project_id))
}
