-- Deletes the organizations that are the current user's alone. Answers those that have other members and no other owner: while
-- there are any, nothing is deleted. Owners are locked, so that two cannot go at the same moment.
create or replace function app.close_organizations(p_at timestamptz) returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user uuid := app.user();
  v_alone uuid[];
begin
  if v_user is null then raise exception 'close_organizations: no user is set'; end if;
  perform from public.memberships m where m.role = 'owner'
    and m.org_id in (select o.org_id from public.memberships o where o.user_id = v_user and o.role = 'owner')
    order by m.org_id, m.user_id for update;
  select array_agg(o.id) into v_alone from public.memberships mine
    join public.organizations o on o.id = mine.org_id and o.deleted_at is null and o.sandbox_of is null
    where mine.user_id = v_user and mine.role = 'owner' and not exists (select from public.memberships m join public.users u on u.id = m.user_id
      where m.org_id = o.id and m.user_id <> v_user and m.role = 'owner' and u.closed_at is null);
  return query select o.handle from public.organizations o where o.id = any(v_alone)
    and exists (select from public.memberships m join public.users u on u.id = m.user_id
      where m.org_id = o.id and m.user_id <> v_user and u.closed_at is null);
  if not found then
    update public.organizations o set deleted_at = p_at, updated_at = p_at, version = o.version + 1 where o.id = any(v_alone);
  end if;
end $$;
revoke execute on function app.close_organizations(timestamptz) from public;
grant execute on function app.close_organizations(timestamptz) to baton_auth;

-- Brings back what was deleted along with the current user's account.
create or replace function app.reopen_organizations() returns void
  language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update public.organizations o set deleted_at = null, version = o.version + 1
  from public.memberships m, auth.accounts a
  where a.user_id = app.user() and m.user_id = a.user_id and m.org_id = o.id and m.role = 'owner' and o.deleted_at = a.closed_at
$$;
revoke execute on function app.reopen_organizations() from public;
grant execute on function app.reopen_organizations() to baton_auth;

-- Whoever registered on an address that was not theirs may have let others in: when its owner proves it, they find nobody there.
create or replace function app.clear_personal_organization(p_user uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare v_org uuid;
begin
  select a.personal_org_id into v_org from auth.accounts a where a.user_id = p_user and a.email_verified_at is null;
  if not found then return; end if;
  delete from public.memberships m where m.org_id = v_org and m.user_id <> p_user;
  update public.memberships set role = 'owner' where org_id = v_org and user_id = p_user and role <> 'owner';
  update public.invites i set revoked_at = now(), updated_at = now(), version = i.version + 1 where i.org_id = v_org and i.open;
end $$;
revoke execute on function app.clear_personal_organization(uuid) from public;
grant execute on function app.clear_personal_organization(uuid) to baton_auth;
