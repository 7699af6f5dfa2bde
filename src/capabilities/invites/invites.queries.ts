import { sql } from '../../platform/postgres.ts'

export interface InviteRow {
  id: string
  /** Null: a link, for whoever holds it. */
  email: string | null
  label: string
  role: 'admin' | 'member' | 'viewer'
  team_id: string | null
  team_role: 'lead' | 'member' | null
  invited_by: string
  expires_at: string
  created_at: string
  updated_at: string
  version: number
}

const columns = 'id, email, label, role, team_id, team_role, invited_by, expires_at, created_at, updated_at, version'

export const insertInvite = sql<InviteRow>(`insert into invites
    (org_id, id, email, role, team_id, team_role, invited_by, created_at, updated_at, expires_at, label)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10) on conflict do nothing returning ${columns}`)
export const addLink = sql('select app.add_invite_link($1, $2, $3)')
export const lockInviter = sql("select pg_advisory_xact_lock(hashtextextended('invites ' || $1, 0))")
export const recentInvites = sql<{ made: number; received: number }>('select made, received from app.recent_invites($1, $2)')
export const countRecent = sql<{ count: number }>('select count(*)::integer as count from invites where org_id = $1 and created_at > $2')
// One that has expired makes room for the next.
export const closeExpired = sql(`update invites set revoked_at = $3, updated_at = $3, version = version + 1
  where org_id = $1 and email = $2 and open and expires_at <= $3`)
export const invites = sql<InviteRow>(`select ${columns} from invites where org_id = $1 and open and id < $2 order by id desc limit $3`)
export const revokeInvite = sql<InviteRow>(`update invites set revoked_at = $3, updated_at = $3, version = version + 1
  where org_id = $1 and id = $2 and open returning ${columns}`)
export const revokeInvitesOf = sql<InviteRow>(`update invites set revoked_at = $3, updated_at = $3, version = version + 1
  where org_id = $1 and invited_by = $2 and open returning ${columns}`)
export const forgetTeam = sql('update invites set team_id = null, team_role = null where org_id = $1 and team_id = $2')

export interface ReceivedInviteRow extends Omit<InviteRow, 'invited_by' | 'team_id' | 'label'> {
  organization: { id: string; handle: string; name: string }
}

export const invitesTo =
  sql<ReceivedInviteRow>(`select i.id, i.email, i.role, i.team_role, i.expires_at, i.created_at, i.updated_at, i.version,
    jsonb_build_object('id', o.id, 'handle', o.handle, 'name', o.name) as organization
  from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
  where (i.email = $1 or i.held_by = $5) and i.open and i.expires_at > $2 and app.may_invite(i.org_id, i.invited_by) and i.id < $3 order by i.id desc limit $4`)

export interface OpenInvite {
  org_id: string
  id: string
  email: string | null
  held_by: string | null
  role: 'admin' | 'member' | 'viewer'
  team_id: string | null
  team_role: 'lead' | 'member' | null
}

// Locked, so that of two answers at once the second finds it closed.
export const openInvite = sql<OpenInvite>(`select i.org_id, i.id, i.email, i.held_by, i.role, i.team_id, i.team_role
  from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
  where i.id = coalesce((select l.invite_id from auth.invite_links l where l.hash = $1), $2::uuid) and i.open and i.expires_at > $3
    and app.may_invite(i.org_id, i.invited_by)
  for update of i`)
export const holdInvite = sql<{ id: string | null }>('select app.hold_invite($1, $2) as id')
export const shownInvite = sql<{
  organization: { handle: string; name: string }
  email: string | null
  role: 'admin' | 'member' | 'viewer'
  invited_by: string
  expires_at: string
}>(`select jsonb_build_object('handle', o.handle, 'name', o.name) as organization, i.email, i.role, u.name as invited_by, i.expires_at
  from auth.invite_links l join invites i on i.org_id = l.org_id and i.id = l.invite_id
    join organizations o on o.id = i.org_id and o.deleted_at is null join users u on u.id = i.invited_by
  where l.hash = $1 and i.open and i.expires_at > $2 and app.may_invite(i.org_id, i.invited_by)`)
export const acceptInvite = sql(`update invites set accepted_at = $3, accepted_by = $4, updated_at = $3, version = version + 1
  where org_id = $1 and id = $2`)
export const declineInvite = sql(
  'update invites set declined_at = $3, updated_at = $3, version = version + 1 where org_id = $1 and id = $2',
)
export const provenEmail = sql<{ email: string | null }>('select app.proven_email() as email')

export interface MailedInvite {
  email: string
  organization: string
  inviter: string
}
export const inviteToMail = sql<MailedInvite>(`select i.email, o.handle as organization, u.handle as inviter
  from invites i join organizations o on o.id = i.org_id and o.deleted_at is null and o.sandbox_of is null join users u on u.id = i.invited_by
  where i.org_id = $1 and i.id = $2 and i.email is not null and i.open and i.expires_at > $3`)
export const removeLink = sql('delete from auth.invite_links where hash = $1')
export const insertLink = sql('insert into auth.invite_links (hash, org_id, invite_id, created_at) values ($1, $2, $3, $4)')
