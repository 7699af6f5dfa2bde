/** The roles one can be invited with. */
export const invitedRoles = ['admin', 'member', 'viewer'] as const
export const roleTitles = { admin: 'Admin', member: 'Member', viewer: 'Viewer' } as const
export type InvitedRole = (typeof invitedRoles)[number]

export const roleHint = 'Viewers can read, members can edit, admins can also manage people and settings.'
