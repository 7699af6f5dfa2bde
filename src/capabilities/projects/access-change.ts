import type { EventRow } from '../log/read-log.ts'

interface Data {
  user_id?: string | null
  changed?: string[]
  member?: { user_id?: string }
  project?: { visibility?: string }
}

/** Whose view of the organization's projects an event may have changed: a user's, everyone's or nobody's. */
export function accessChangedFor(event: EventRow): string | 'everyone' | null {
  const data = event.data as Data
  switch (event.type) {
    case 'member.added':
    case 'member.updated':
    case 'member.removed':
      return event.subject_id ?? 'everyone'
    case 'project.access_changed':
      return data.user_id ?? 'everyone'
    case 'project.created':
      return data.project?.visibility === 'organization' ? null : 'everyone'
    case 'project.updated':
      return data.changed?.includes('visibility') ? 'everyone' : null
    // Teams of a workspace have access to its projects.
    case 'team.member_added':
    case 'team.member_removed':
      return data.member?.user_id ?? 'everyone'
    case 'team.deleted':
    case 'workspace.access_changed':
    case 'workspace.deleted':
    case 'project.deleted':
      return 'everyone'
    default:
      return null
  }
}
