-- An endpoint acts for its creator: not while they are suspended, which only the schema auth knows.
create or replace function app.is_suspended(p_user uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select exists (select from auth.accounts a where a.user_id = p_user and a.suspended_at is not null) $$;
revoke execute on function app.is_suspended(uuid) from public;
grant execute on function app.is_suspended(uuid) to baton_app;

-- Before an unproven address is marked as proven by somebody without its password or passkey: what sends on, acts or gives
-- instructions in the account's personal organization stops, and the account leaves every other organization.
create or replace function app.set_aside(p_user uuid, p_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare v_org uuid;
begin
  select a.personal_org_id into v_org from auth.accounts a where a.user_id = p_user and a.email_verified_at is null;
  if not found then return; end if;
  insert into auth.set_aside (id, user_id, kind, org_id, target_id, name, role, created_at)
    select gen_random_uuid(), p_user, 'webhook', w.org_id, w.id, w.url, null, p_at from public.webhooks w
      where w.org_id = v_org and w.enabled and w.deleted_at is null
    union all select gen_random_uuid(), p_user, 'skill', s.org_id, s.id, s.name, null, p_at from public.skills s
      where s.org_id = v_org and s.deleted_at is null
    union all select gen_random_uuid(), p_user, 'agent', g.org_id, g.id, g.name, null, p_at from public.agents g
      where g.org_id = v_org and g.deleted_at is null
    union all select gen_random_uuid(), p_user, 'membership', m.org_id, m.org_id, o.name, m.role, p_at
      from public.memberships m join public.organizations o on o.id = m.org_id and o.sandbox_of is null
      where m.user_id = p_user and m.org_id <> v_org;
  update public.webhooks w set enabled = false, disabled_reason = 'set_aside', disabled_at = p_at, updated_at = p_at, version = w.version + 1
    where w.org_id = v_org and w.enabled and w.deleted_at is null;
  delete from public.published p where p.org_id = v_org and p.kind in ('skill', 'agent');
  update public.skills s set deleted_at = p_at, updated_at = p_at, version = s.version + 1,
    visibility = case s.visibility when 'public' then 'personal' else s.visibility end
    where s.org_id = v_org and s.deleted_at is null;
  update public.agents g set deleted_at = p_at, updated_at = p_at, version = g.version + 1, public_slug = null
    where g.org_id = v_org and g.deleted_at is null;
  delete from public.memberships m using public.organizations o
    where o.id = m.org_id and o.sandbox_of is null and m.user_id = p_user and m.org_id <> v_org;
end $$;
revoke execute on function app.set_aside(uuid, timestamptz) from public;
grant execute on function app.set_aside(uuid, timestamptz) to baton_auth;

-- The current user's decision about one thing that was set aside. Answers false where there is nothing left to decide.
create or replace function app.decide_set_aside(p_id uuid, p_keep boolean, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare v_row auth.set_aside;
begin
  update auth.set_aside set decided_at = p_at, kept = p_keep
    where id = p_id and user_id = app.user() and decided_at is null returning * into v_row;
  if not found then return false; end if;
  if v_row.kind = 'membership' and p_keep then
    insert into public.memberships (org_id, user_id, role, created_at, updated_at)
      select o.id, v_row.user_id, v_row.role, p_at, p_at from public.organizations o where o.id = v_row.org_id and o.deleted_at is null
      on conflict do nothing;
  elsif v_row.kind = 'membership' then
    update public.organizations o set deleted_at = p_at, updated_at = p_at, version = o.version + 1
      where o.id = v_row.org_id and o.deleted_at is null and not exists (select from public.memberships m where m.org_id = o.id);
  elsif v_row.kind = 'webhook' and p_keep then
    update public.webhooks w set enabled = true, disabled_reason = null, disabled_at = null, updated_at = p_at, version = w.version + 1
      where w.org_id = v_row.org_id and w.id = v_row.target_id and w.disabled_reason = 'set_aside' and w.deleted_at is null;
  elsif v_row.kind = 'webhook' then
    update public.webhooks w set deleted_at = p_at, updated_at = p_at, version = w.version + 1, secret = null, previous_secret = null,
      previous_until = null where w.org_id = v_row.org_id and w.id = v_row.target_id and w.deleted_at is null;
  elsif v_row.kind = 'skill' and p_keep then
    update public.skills s set deleted_at = null, updated_at = p_at, version = s.version + 1
      where s.org_id = v_row.org_id and s.id = v_row.target_id;
  elsif v_row.kind = 'agent' and p_keep then
    update public.agents g set deleted_at = null, updated_at = p_at, version = g.version + 1
      where g.org_id = v_row.org_id and g.id = v_row.target_id;
  end if;
  return true;
end $$;
revoke execute on function app.decide_set_aside(uuid, boolean, timestamptz) from public;
grant execute on function app.decide_set_aside(uuid, boolean, timestamptz) to baton_auth;
