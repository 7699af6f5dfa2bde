import { sql } from '../../../platform/postgres.ts'

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

export const insertInvite = sql(`insert into invites
    (org_id, id, email, role, team_id, team_role, invited_by, created_at, updated_at, expires_at, label)
  values (:org, :id, :email, :role, :team, :team_role, :user, :now, :now, :expires_at, :label) on conflict do nothing returning ${columns}`).as<InviteRow>()
export const addLink = sql('select app.add_invite_link(:invite, :hash, :now)')
export const lockInviter = sql("select pg_advisory_xact_lock(hashtextextended('invites ' || :user, 0))")
export const recentInvites = sql('select made, received from app.recent_invites(:email, :since)').as<{ made: number; received: number }>()
export const countRecent = sql('select count(*)::integer as count from invites where org_id = :org and created_at > :since').as<{
  count: number
}>()
// An expired invite makes room for the next one.
export const closeExpired = sql(`update invites set revoked_at = :now, updated_at = :now, version = version + 1
  where org_id = :org and email = :email and open and expires_at <= :now`)
export const invites = sql(
  `select ${columns} from invites where org_id = :org and open and id < :before order by id desc limit :limit`,
).as<InviteRow>()
export const revokeInvite = sql(`update invites set revoked_at = :now, updated_at = :now, version = version + 1
  where org_id = :org and id = :invite and open returning ${columns}`).as<InviteRow>()
export const revokeInvitesOf = sql(`update invites set revoked_at = :now, updated_at = :now, version = version + 1
  where org_id = :org and invited_by = :user and open returning ${columns}`).as<InviteRow>()
export const detachTeam = sql('update invites set team_id = null, team_role = null where org_id = :org and team_id = :team')

export interface ReceivedInviteRow extends Omit<InviteRow, 'invited_by' | 'team_id' | 'label'> {
  organization: { id: string; handle: string; name: string }
}

export const invitesTo = sql(`select i.id, i.email, i.role, i.team_role, i.expires_at, i.created_at, i.updated_at, i.version,
    jsonb_build_object('id', o.id, 'handle', o.handle, 'name', o.name) as organization
  from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
  where (i.email = :email or i.held_by = :user) and i.open and i.expires_at > :now and app.may_invite(i.org_id, i.invited_by) and i.id < :before order by i.id desc limit :limit`).as<ReceivedInviteRow>()

export interface OpenInvite {
  org_id: string
  id: string
  email: string | null
  held_by: string | null
  role: 'admin' | 'member' | 'viewer'
  team_id: string | null
  team_role: 'lead' | 'member' | null
}

// Locked, so that of two concurrent answers the second finds it closed.
export const openInvite = sql(`select i.org_id, i.id, i.email, i.held_by, i.role, i.team_id, i.team_role
  from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
  where i.id = coalesce((select l.invite_id from auth.invite_links l where l.hash = :hash), :token::uuid) and i.open and i.expires_at > :now
    and app.may_invite(i.org_id, i.invited_by)
  for update of i`).as<OpenInvite>()
export const holdInvite = sql('select app.hold_invite(:hash, :now) as id').as<{ id: string | null }>()
export const shownInvite =
  sql(`select jsonb_build_object('handle', o.handle, 'name', o.name) as organization, i.email, i.role, u.name as invited_by, i.expires_at
  from auth.invite_links l join invites i on i.org_id = l.org_id and i.id = l.invite_id
    join organizations o on o.id = i.org_id and o.deleted_at is null join users u on u.id = i.invited_by
  where l.hash = :hash and i.open and i.expires_at > :now and app.may_invite(i.org_id, i.invited_by)`).as<{
    organization: { handle: string; name: string }
    email: string | null
    role: 'admin' | 'member' | 'viewer'
    invited_by: string
    expires_at: string
  }>()
export const acceptInvite = sql(`update invites set accepted_at = :now, accepted_by = :user, updated_at = :now, version = version + 1
  where org_id = :org and id = :id`)
export const declineInvite = sql(
  'update invites set declined_at = :now, updated_at = :now, version = version + 1 where org_id = :org and id = :id',
)
export const provenEmail = sql('select app.proven_email() as email').as<{ email: string | null }>()

export interface MailedInvite {
  email: string
  organization: string
  inviter: string
}
export const inviteToMail = sql(`select i.email, o.handle as organization, u.handle as inviter
  from invites i join organizations o on o.id = i.org_id and o.deleted_at is null and o.sandbox_of is null join users u on u.id = i.invited_by
  where i.org_id = :org and i.id = :invite_id and i.email is not null and i.open and i.expires_at > :now`).as<MailedInvite>()
export const removeLink = sql('delete from auth.invite_links where hash = :hash')
export const insertLink = sql('insert into auth.invite_links (hash, org_id, invite_id, created_at) values (:hash, :org, :invite_id, :now)')
