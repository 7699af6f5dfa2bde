import { event } from '../../../kernel/events.ts'
import type { OpenInvite } from './invites.queries.ts'

/** Without the email address, since everybody in the organization can read its log. */
type Named = Pick<OpenInvite, 'id' | 'role' | 'team_id'>

const ofInvite = ({ invite }: { invite: Named }) => ({ subject_id: invite.id })
export const named = ({ id, role, team_id }: Named): { invite: Named } => ({ invite: { id, role, team_id } })

export const inviteCreated = event<{ invite: Named }>('invite.created', ofInvite)
export const inviteRevoked = event<{ invite: Named }>('invite.revoked', ofInvite)
export const inviteAccepted = event<{ invite: Named }>('invite.accepted', ofInvite)
export const inviteDeclined = event<{ invite: Named }>('invite.declined', ofInvite)
