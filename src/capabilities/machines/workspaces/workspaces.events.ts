import { event } from '../../../kernel/events.ts'

/** What everybody in the organization may know about a workspace. */
export interface NamedWorkspace {
  id: string
  slug: string
  name: string
}

const place = ({ workspace }: { workspace: NamedWorkspace }) => ({ subject_id: workspace.id })

export const namedWorkspace = ({ id, slug, name }: NamedWorkspace): { workspace: NamedWorkspace } => ({ workspace: { id, slug, name } })

export const workspaceCreated = event<{ workspace: NamedWorkspace }>('workspace.created', place)
export const workspaceUpdated = event<{ workspace: NamedWorkspace; changed: string[] }>('workspace.updated', place)
export const workspaceDeleted = event<{ workspace: NamedWorkspace }>('workspace.deleted', place)

/** Its teams or projects changed, and with them who can see which project: live streams reload what they may show. */
export const workspaceAccessChanged = event<{ workspace: NamedWorkspace }>('workspace.access_changed', place)

/** Its checkouts, or what is known about them, have changed. */
export const workspaceSynced = event<{ workspace: NamedWorkspace }>('workspace.synced', place)
