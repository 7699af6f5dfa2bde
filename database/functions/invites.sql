-- An unverified e-mail claims nothing: this is the caller's address only once it is proven.
create or replace function app.proven_email() returns text language sql stable
  as $$ select a.email from auth.accounts a where a.user_id = app.user() and a.email_verified_at is not null $$;
grant execute on function app.proven_email() to baton_auth;

-- Stores the digest of a link to one of the current organization's invites. The digest itself stays out of reach of the role that serves it.
create or replace function app.add_invite_link(p_invite uuid, p_hash bytea, p_at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into auth.invite_links (hash, org_id, invite_id, created_at)
    select p_hash, i.org_id, i.id, p_at from public.invites i where i.org_id = app.org() and i.id = p_invite and i.open
$$;
revoke execute on function app.add_invite_link(uuid, bytea, timestamptz) from public;
grant execute on function app.add_invite_link(uuid, bytea, timestamptz) to baton_app;

-- The open invite of a link, unless somebody else holds it. Without an address it is the current user's from now on. Locked, so that of two
-- who show it at once the second finds it taken.
create or replace function app.hold_invite(p_hash bytea, p_at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user uuid := app.user();
  v_invite public.invites;
begin
  if v_user is null then raise exception 'hold_invite: no user is set'; end if;
  select i.* into v_invite from auth.invite_links l join public.invites i on i.org_id = l.org_id and i.id = l.invite_id
    where l.hash = p_hash and i.open and i.expires_at > p_at and app.may_invite(i.org_id, i.invited_by) for update of i;
  if not found or v_invite.held_by <> v_user then return null; end if;
  if v_invite.email is null and v_invite.held_by is null then
    update public.invites i set held_by = v_user, version = i.version + 1 where i.org_id = v_invite.org_id and i.id = v_invite.id;
  end if;
  return v_invite.id;
end $$;
revoke execute on function app.hold_invite(bytea, timestamptz) from public;
grant execute on function app.hold_invite(bytea, timestamptz) to baton_auth;

-- Whether whoever invited may still invite: a member of the organization who manages its people, neither suspended nor gone.
create or replace function app.may_invite(p_org uuid, p_user uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.memberships m join auth.accounts a on a.user_id = m.user_id
    where m.org_id = p_org and m.user_id = p_user and m.role in ('owner', 'admin') and a.suspended_at is null and a.closed_at is null)
$$;
revoke execute on function app.may_invite(uuid, uuid) from public;
grant execute on function app.may_invite(uuid, uuid) to baton_auth;

-- How many invites the current user has made since then in all organizations, and how many went to this address from anybody.
create or replace function app.recent_invites(p_email text, p_since timestamptz) returns table (made integer, received integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select (select count(*)::integer from public.invites i where i.invited_by = app.user() and i.created_at > p_since),
    (select count(*)::integer from public.invites i where i.email = p_email and i.created_at > p_since)
$$;
revoke execute on function app.recent_invites(text, timestamptz) from public;
grant execute on function app.recent_invites(text, timestamptz) to baton_app;
