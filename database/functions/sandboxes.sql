-- Whatever changes the members of an organization changes its twin's in the same transaction, and nothing else may.
create or replace function app.mirror_membership() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if pg_trigger_depth() = 1 and exists (
      select from public.organizations o where o.id in (new.org_id, old.org_id) and o.sandbox_of is not null) then
    raise exception 'a sandbox has the members of its organization: change them there' using errcode = 'check_violation';
  end if;
  if tg_op <> 'INSERT' then
    delete from public.memberships m using public.organizations o
      where o.sandbox_of = old.org_id and m.org_id = o.id and m.user_id = old.user_id and tg_op = 'DELETE';
  end if;
  if tg_op <> 'DELETE' then
    insert into public.memberships (org_id, user_id, role)
      select o.id, new.user_id, new.role from public.organizations o where o.sandbox_of = new.org_id and o.deleted_at is null
      on conflict (org_id, user_id) do update set role = excluded.role, updated_at = now(), version = memberships.version + 1
        where memberships.role <> excluded.role;
  end if;
  return null;
end $$;
revoke execute on function app.mirror_membership() from public;

-- A new twin has the members of its organization, and is deleted and brought back along with it.
create or replace function app.follow_parent() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.memberships (org_id, user_id, role)
      select new.id, m.user_id, m.role from public.memberships m where m.org_id = new.sandbox_of;
  else
    update public.organizations set deleted_at = new.deleted_at
      where sandbox_of = new.id and deleted_at is not distinct from old.deleted_at;
  end if;
  return null;
end $$;
revoke execute on function app.follow_parent() from public;

-- The twin of the current organization, made at the first call under the id given; a sandbox is its own.
create or replace function app.open_sandbox(p_id uuid) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_parent public.organizations;
  v_twin uuid;
  v_handle text := 'sandbox-' || right(p_id::text, 12);
begin
  select * into v_parent from public.organizations o where o.id = app.org() for update;
  if not found or not exists (select from public.memberships m where m.org_id = v_parent.id and m.user_id = app.user()) then
    raise exception 'open_sandbox: the user is no member of the organization';
  end if;
  if v_parent.sandbox_of is not null then return v_parent.id; end if;
  select o.id into v_twin from public.organizations o where o.sandbox_of = v_parent.id and o.deleted_at is null;
  if found then return v_twin; end if;
  insert into public.handles (handle, kind, id) values (v_handle, 'organization', p_id);
  insert into public.organizations (id, handle, name, sandbox_of) values (p_id, v_handle, left(v_parent.name, 110) || ' sandbox', v_parent.id);
  insert into public.log_heads (org_id) values (p_id);
  return p_id;
end $$;
revoke execute on function app.open_sandbox(uuid) from public;
grant execute on function app.open_sandbox(uuid) to baton_auth;

-- An empty twin in the place of the old one; test tokens move along and stay what they are.
create or replace function app.reset_sandbox(p_id uuid) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare v_old uuid;
begin
  update public.organizations set deleted_at = now() where sandbox_of = app.org() and deleted_at is null returning id into v_old;
  if app.open_sandbox(p_id) <> p_id then raise exception 'reset_sandbox: a sandbox is reset from its organization' using errcode = 'check_violation'; end if;
  update auth.tokens set org_id = p_id, agent_id = null where org_id = v_old;
  return p_id;
end $$;
revoke execute on function app.reset_sandbox(uuid) from public;
grant execute on function app.reset_sandbox(uuid) to baton_app;
