-- Accounts whose erasure is due. The personal organization's rows go first, in runs of their own.
create or replace function app.accounts_to_erase(p_before timestamptz, p_most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.user_id from auth.accounts a join public.organizations o on o.id = a.personal_org_id
  where a.closed_at < p_before and (o.deleted_at is null or not exists (select from public.log_heads l where l.org_id = o.id))
  order by a.closed_at limit p_most
$$;
revoke execute on function app.accounts_to_erase(timestamptz, integer) from public;
grant execute on function app.accounts_to_erase(timestamptz, integer) to baton_auth;

-- Tables in the order in which their rows can go: those that refer to others first. From the catalogue, so a new table is in it.
create or replace function app.erasure_order(p_tables oid[]) returns setof oid language sql stable set search_path = pg_catalog, pg_temp as $$
  with recursive links as (
      select distinct k.conrelid as child, k.confrelid as parent from pg_constraint k
      where k.contype = 'f' and k.conrelid <> k.confrelid and k.conrelid = any(p_tables) and k.confrelid = any(p_tables)),
    levels (id, level) as (
      select id, 0 from unnest(p_tables) as id
      union select l.parent, v.level + 1 from levels v join links l on l.child = v.id where v.level < 50)
  select id from levels group by id order by max(level), id
$$;
revoke execute on function app.erasure_order(oid[]) from public;

-- Removes at most so many rows of an organization deleted before p_before, and with the last one the organization itself. Answers
-- how many went: call it until it says 0. A personal organization's own row goes with its account.
create or replace function app.erase_organization(p_org uuid, p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_table regclass;
  v_leaves text;
  v_gone integer;
  v_total integer := 0;
begin
  -- A sandbox whose members are mirrored lets go of its parent first.
  update public.organizations set sandbox_of = null where id = p_org and deleted_at < p_before;
  if not found then raise exception 'erase_organization: it is not deleted, or not long enough'; end if;
  for v_table in select app.erasure_order(array(
      select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
      where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition)) loop
    -- Where rows refer to rows of the same table, those nobody refers to go first.
    select coalesce(string_agg(format('and not exists (select from %s c where %s)', v_table, (
        select string_agg(format('c.%I = t.%I', child.attname, parent.attname), ' and ')
        from unnest(k.conkey, k.confkey) as pair (child, parent)
        join pg_attribute child on child.attrelid = k.conrelid and child.attnum = pair.child
        join pg_attribute parent on parent.attrelid = k.confrelid and parent.attnum = pair.parent)), ' '), '')
      into v_leaves from pg_constraint k where k.contype = 'f' and k.conrelid = v_table and k.confrelid = v_table and k.confdeltype = 'a';
    loop
      execute format('delete from %s where org_id = $1 and ctid = any(array(select t.ctid from %s t where t.org_id = $1 %s limit $2))',
        v_table, v_table, v_leaves) using p_org, p_most - v_total;
      get diagnostics v_gone = row_count;
      v_total := v_total + v_gone;
      if v_total >= p_most then return v_total; end if;
      exit when v_gone = 0;
    end loop;
  end loop;
  if v_total = 0 then
    delete from public.organizations where id = p_org and personal_of is null;
    if found then delete from public.handles where id = p_org and kind = 'organization'; end if;
    delete from public.handles h where h.kind = 'team' and not exists (select from public.teams t where t.id = h.id);
  end if;
  return v_total;
end $$;
revoke execute on function app.erase_organization(uuid, timestamptz, integer) from public;
grant execute on function app.erase_organization(uuid, timestamptz, integer) to baton_admin;

-- Removes an account closed before p_before with all that proves who it was; what it wrote elsewhere stays, by "deleted user".
-- Its personal organization must have been emptied; one that another owner has taken over becomes an ordinary one.
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
  -- A reader of the log may have noted its place after the organization was emptied.
  delete from public.log_readers l using public.organizations o
    where l.org_id = o.id and o.id = v_account.personal_org_id and o.deleted_at < p_before;
  delete from public.organizations where id = v_account.personal_org_id and deleted_at < p_before;
  update public.handles h set kind = 'organization', id = o.id from public.organizations o
    where o.id = v_account.personal_org_id and h.handle = o.handle;
  delete from public.handles where id = p_user and handle <> v_handle;
end $$;
revoke execute on function app.erase_account(uuid, timestamptz) from public;
grant execute on function app.erase_account(uuid, timestamptz) to baton_admin;
