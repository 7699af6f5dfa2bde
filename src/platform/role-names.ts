/** Which instance's roles: roles belong to a whole PostgreSQL server, on which several instances may have their databases. */
export interface RolePrefix {
  DATABASE_ROLES?: string | undefined
}

const ours = /\bbaton_(owner|app|admin|public|auth|jobs|backup|search|log)\b/g

/** Code and SQL call the roles `baton_app` and so on; this puts the names they have on this server into a name or into whole statements. */
export const withRoleNames = ({ DATABASE_ROLES = 'baton' }: RolePrefix, text: string): string =>
  DATABASE_ROLES === 'baton' ? text : text.replace(ours, (_, role: string) => `${DATABASE_ROLES}_${role}`)
