-- What erasure names an account must be free, whoever took such a handle before they were reserved.
create or replace function app.erase_account(p_user uuid, p_before timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_account auth.accounts;
  v_owner record;
  v_columns text;
  v_handle text := 'deleted-' || right(replace(p_user::text, '-', ''), 20);
begin
  select * into v_account from auth.accounts a where a.user_id = p_user and a.closed_at < p_before for update;
  if not found then return; end if;
  for v_owner in
    with owners as (
      select k.conrelid as id, a.attname as name from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.contype = 'f' and k.confrelid = 'auth.accounts'::regclass and k.conparentid = 0
      union select c.oid, 'user_id' from pg_class c where obj_description(c.oid, 'pg_class') in ('personal', 'personal(user_id)'))
    select ordered.id::regclass as relation, o.name
      from app.erasure_order(array(select id from owners)) with ordinality as ordered (id, place) join owners o on o.id = ordered.id
      order by ordered.place loop
    execute format('delete from %s where %I = $1', v_owner.relation, v_owner.name) using p_user;
  end loop;
  delete from public.invites i where i.email = v_account.email;
  delete from auth.accounts where user_id = p_user;
  -- The members of a sandbox follow those of its organization.
  delete from public.memberships m using public.organizations o where m.user_id = p_user and o.id = m.org_id and o.sandbox_of is null;
  loop
    insert into public.handles (handle, kind, id) values (v_handle, 'user', p_user) on conflict do nothing;
    exit when found;
    v_handle := 'deleted-' || right(replace(gen_random_uuid()::text, '-', ''), 20);
  end loop;
  select string_agg(format('%I = default', a.attname), ', ') into v_columns from pg_attribute a
    where a.attrelid = 'public.users'::regclass and a.attnum > 0 and not a.attisdropped
      and a.attname not in ('id', 'handle', 'name', 'created_at', 'closed_at', 'deleted_at');
  execute format('update public.users set handle = $2, name = $3, deleted_at = closed_at, %s where id = $1', v_columns)
    using p_user, v_handle, 'deleted user';
  update public.organizations set personal_of = null where id = v_account.personal_org_id;
  delete from public.organizations where id = v_account.personal_org_id and deleted_at < p_before;
  update public.handles h set kind = 'organization', id = o.id from public.organizations o
    where o.id = v_account.personal_org_id and h.handle = o.handle;
  delete from public.handles where id = p_user and handle <> v_handle;
end $$;

-- Accounts whose erasure is due. The personal organization's rows go first, in runs of their own.
create function app.accounts_to_erase(p_before timestamptz, p_most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.user_id from auth.accounts a join public.organizations o on o.id = a.personal_org_id
  where a.closed_at < p_before and (o.deleted_at is null or not exists (select from public.log_heads l where l.org_id = o.id))
  order by a.closed_at limit p_most
$$;
revoke execute on function app.accounts_to_erase(timestamptz, integer) from public;
grant execute on function app.accounts_to_erase(timestamptz, integer) to baton_auth;

-- Whether nobody else administers this instance. Administrators are locked, so that two cannot go at the same moment.
create function app.is_last_administrator(p_user uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare v_living uuid[];
begin
  perform from auth.accounts a where a.role = 'admin' order by a.user_id for update;
  select array_agg(a.user_id) into v_living from auth.accounts a
    where a.role = 'admin' and a.suspended_at is null and a.closed_at is null;
  return v_living = array[p_user];
end $$;
revoke execute on function app.is_last_administrator(uuid) from public;
grant execute on function app.is_last_administrator(uuid) to baton_auth, baton_admin;

-- What somebody could do in an organization by a key, token or OAuth client ends with the membership for good: it must not
-- work again when they are let in a second time.
create function app.end_credentials_of_member() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update auth.tokens set revoked_at = now() where user_id = old.user_id and org_id = old.org_id and revoked_at is null;
  update auth.oauth_grants set revoked_at = now() where user_id = old.user_id and org_id = old.org_id and revoked_at is null;
  return null;
end $$;
revoke execute on function app.end_credentials_of_member() from public;
create trigger end_credentials after delete on memberships for each row execute function app.end_credentials_of_member();
