-- How much somebody has, for the page of an administrator: numbers, never content.
create or replace function app.user_overview(p_user uuid, p_at timestamptz) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'organizations', (select count(*) from public.memberships m join public.organizations o on o.id = m.org_id and o.deleted_at is null
      where m.user_id = p_user and o.sandbox_of is null),
    'projects', (select count(*) from public.projects p where p.created_by = p_user and p.deleted_at is null),
    'notes', (select count(*) from public.notes n where n.created_by = p_user and n.deleted_at is null),
    'teams', (select count(*) from public.memberships m join public.team_members t on t.org_id = m.org_id and t.user_id = m.user_id
      where m.user_id = p_user),
    'sessions', (select count(*) from auth.sessions s where s.user_id = p_user and s.ended_at is null and s.idle_until > p_at and s.ends_at > p_at),
    'api_keys', (select count(*) from auth.tokens t where t.user_id = p_user and t.kind = 'api_key' and t.revoked_at is null and t.expires_at > p_at),
    'mcp_tokens', (select count(*) from auth.tokens t where t.user_id = p_user and t.kind = 'mcp' and t.revoked_at is null and t.expires_at > p_at),
    'passkeys', (select count(*) from auth.passkeys k where k.user_id = p_user),
    'agents', (select count(*) from public.agents a where a.owner_id = p_user and a.deleted_at is null),
    'machines', (select count(*) from public.tunnels t where t.user_id = p_user and t.deleted_at is null))
$$;
revoke execute on function app.user_overview(uuid, timestamptz) from public;
grant execute on function app.user_overview(uuid, timestamptz) to baton_admin;

-- Everything by which somebody could come in or act, counted; unless it is a preview, all of it ends in this statement. What is told to the
-- organizations (members, agents, leases) is done by their own jobs: none of it opens a door once this has run.
create or replace function app.offboard(p_user uuid, p_reason text, p_preview boolean, p_at timestamptz) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_email text;
  v_counts jsonb;
begin
  select a.email into v_email from auth.accounts a where a.user_id = p_user for update;
  select jsonb_build_object(
    'sessions', (select count(*) from auth.sessions s where s.user_id = p_user and s.kind = 'interactive' and s.ended_at is null and s.ends_at > p_at),
    'device_logins', (select count(*) from auth.sessions s where s.user_id = p_user and s.kind = 'device' and s.ended_at is null and s.ends_at > p_at)
      + (select count(*) from auth.device_logins d where d.decided_by = p_user),
    'api_keys', (select count(*) from auth.tokens t where t.user_id = p_user and t.kind = 'api_key' and t.revoked_at is null and t.expires_at > p_at),
    'mcp_tokens', (select count(*) from auth.tokens t where t.user_id = p_user and t.kind = 'mcp' and t.revoked_at is null and t.expires_at > p_at),
    'oauth_grants', (select count(*) from auth.oauth_grants g where g.user_id = p_user and g.revoked_at is null and g.expires_at > p_at),
    'links', (select count(*) from auth.reset_links l where l.user_id = p_user and l.used_at is null and l.expires_at > p_at)
      + (select count(*) from auth.mailings m where m.email = v_email and m.used_at is null and m.expires_at > p_at),
    'push_subscriptions', (select count(*) from auth.push_subscriptions p where p.user_id = p_user),
    'invites', (select count(*) from public.invites i where i.invited_by = p_user and i.open),
    'webhooks', (select count(*) from public.webhooks w where w.created_by = p_user and w.deleted_at is null and w.enabled),
    'tunnels', (select count(*) from public.tunnels t where t.user_id = p_user and t.deleted_at is null),
    'agents', (select count(*) from public.agents a where a.owner_id = p_user and a.deleted_at is null and a.status = 'active'),
    'leases', (select count(*) from public.memberships m join public.work_items w on w.org_id = m.org_id and w.lease_until > p_at
      and w.lease_user_id = p_user where m.user_id = p_user),
    'memberships', (select count(*) from public.memberships m join public.organizations o on o.id = m.org_id
      where m.user_id = p_user and o.personal_of is distinct from p_user and o.sandbox_of is null and o.deleted_at is null)
  ) into v_counts;
  if p_preview then return v_counts; end if;
  update auth.accounts set suspended_at = coalesce(suspended_at, p_at), suspended_until = null, suspend_reason = p_reason, updated_at = p_at
    where user_id = p_user;
  update auth.impersonations set ended_at = p_at where (user_id = p_user or administrator_id = p_user) and ended_at is null;
  delete from auth.ws_tickets where user_id = p_user;
  delete from auth.pending_logins where user_id = p_user;
  delete from auth.push_subscriptions where user_id = p_user;
  update auth.sessions set ended_at = p_at, ended_why = 'offboarded' where user_id = p_user and ended_at is null;
  update auth.tokens set revoked_at = p_at where user_id = p_user and revoked_at is null;
  update auth.oauth_grants set revoked_at = p_at where user_id = p_user and revoked_at is null;
  delete from auth.device_logins where decided_by = p_user;
  delete from auth.oauth_codes where user_id = p_user;
  update auth.reset_links set used_at = p_at where user_id = p_user and used_at is null;
  update auth.mailings set used_at = p_at where email = v_email and used_at is null;
  update public.invites i set revoked_at = p_at, updated_at = p_at, version = i.version + 1 where i.invited_by = p_user and i.open;
  update public.webhooks w set enabled = false, disabled_reason = 'creator_left', disabled_at = p_at, updated_at = p_at, version = w.version + 1
    where w.created_by = p_user and w.deleted_at is null and w.enabled;
  update public.tunnels t set deleted_at = p_at, updated_at = p_at, node_id = null, version = t.version + 1
    where t.user_id = p_user and t.deleted_at is null;
  return v_counts;
end $$;
revoke execute on function app.offboard(uuid, text, boolean, timestamptz) from public;
grant execute on function app.offboard(uuid, text, boolean, timestamptz) to baton_admin;

-- Who an announcement is for, a page at a time, each with the organization whose log tells them.
create or replace function app.announcement_recipients(p_audience text, p_organization uuid, p_user uuid, p_after uuid, p_most integer)
  returns table (user_id uuid, org_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.user_id, a.personal_org_id from auth.accounts a
  where a.user_id > p_after and a.closed_at is null and a.suspended_at is null and case p_audience
    when 'everyone' then true
    when 'administrators' then a.role = 'admin'
    when 'organization' then exists (select from public.memberships m where m.org_id = p_organization and m.user_id = a.user_id)
    else a.user_id = p_user end
  order by a.user_id limit p_most
$$;
revoke execute on function app.announcement_recipients(text, uuid, uuid, uuid, integer) from public;
grant execute on function app.announcement_recipients(text, uuid, uuid, uuid, integer) to baton_admin;

-- The other side of an impersonation by name; of nobody else.
create or replace function app.impersonation_party(p_id uuid) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('id', u.id, 'handle', u.handle, 'name', u.name) from public.users u
  where u.id = p_id and (app.user() is null or u.id = app.user() or exists (select from auth.impersonations i
    where i.user_id = p_id and i.administrator_id = app.user() or i.administrator_id = p_id and i.user_id = app.user()))
$$;
revoke execute on function app.impersonation_party(uuid) from public;
grant execute on function app.impersonation_party(uuid) to baton_auth, baton_admin;

-- How much the attachments of all organizations take.
create or replace function app.attachment_bytes() returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select coalesce(sum(t.bytes), 0)::bigint from public.attachment_totals t $$;
revoke execute on function app.attachment_bytes() from public;
grant execute on function app.attachment_bytes() to baton_admin;
