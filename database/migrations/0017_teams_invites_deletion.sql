-- A team stands in the one namespace of handles; it is stored first, so that the wall can ask whose it is.
create table teams (
  org_id uuid not null references organizations (id),
  id uuid not null,
  handle text not null references handles (handle) deferrable initially deferred,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, handle)
);
comment on table teams is 'tenant';
create policy team_claims on handles for insert to baton_app with check (
  kind = 'team' and exists (select from teams t where t.org_id = (select app.org()) and t.id = handles.id and t.handle = handles.handle));

create table team_members (
  org_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('lead', 'member')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (org_id, team_id, user_id),
  foreign key (org_id, team_id) references teams (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references memberships (org_id, user_id) on delete cascade
);
comment on table team_members is 'tenant';
create index team_members_user on team_members (org_id, user_id);

create table invites (
  org_id uuid not null references organizations (id),
  id uuid not null,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('admin', 'member', 'viewer')),
  team_id uuid,
  team_role text check (team_role in ('lead', 'member')),
  invited_by uuid not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users (id),
  declined_at timestamptz,
  revoked_at timestamptz,
  open boolean not null generated always as (accepted_at is null and declined_at is null and revoked_at is null) stored,
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, team_id) references teams (org_id, id),
  check ((team_id is null) = (team_role is null)),
  check (num_nonnulls(accepted_at, declined_at, revoked_at) <= 1)
);
comment on table invites is 'tenant';
create unique index invites_open on invites (org_id, email) where open;
create unique index invites_id on invites (id);
create index invites_email on invites (email, id) where open;
create index invites_recent on invites (org_id, created_at);

-- The secret in the mail, as a digest; a mail that is sent again has another.
create table auth.invite_links (
  hash bytea primary key,
  org_id uuid not null,
  invite_id uuid not null,
  created_at timestamptz not null,
  foreign key (org_id, invite_id) references invites (org_id, id) on delete cascade
);
comment on table auth.invite_links is 'auth';
create index invite_links_invite on auth.invite_links (org_id, invite_id);
alter table auth.invite_links enable row level security;
alter table auth.invite_links force row level security;
create policy owner_all on auth.invite_links to baton_owner using (true) with check (true);
create policy identity on auth.invite_links to baton_auth using (true) with check (true);
grant select, insert on auth.invite_links to baton_auth;

do $$
declare t text;
begin
  foreach t in array array['teams', 'team_members', 'invites'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on teams, invites to baton_app;
grant select, insert, update, delete on team_members to baton_app;

-- An unverified e-mail claims nothing: this is the caller's address only once it is proven.
create function app.proven_email() returns text language sql stable
  as $$ select a.email from auth.accounts a where a.user_id = app.user() and a.email_verified_at is not null $$;
grant execute on function app.proven_email() to baton_auth;

create policy addressed on invites to baton_auth
  using ((select app.user()) is null or email = (select app.proven_email()))
  with check ((select app.user()) is null or email = (select app.proven_email()));
grant select, update (accepted_at, accepted_by, declined_at, updated_at, version) on invites to baton_auth;

-- Whoever is invited sees what to, and may join as what the invite says; the identity realm makes no other membership of a known caller.
create policy invited_reads on organizations for select to baton_auth using (
  exists (select from invites i where i.org_id = organizations.id and i.open));
create policy invited_joins on memberships for insert to baton_auth with check (
  user_id = (select app.user()) and exists (select from invites i
    where i.org_id = memberships.org_id and i.role = memberships.role and i.open and i.email = (select app.proven_email())));
create policy invited_joins on team_members for insert to baton_auth with check (
  user_id = (select app.user()) and exists (select from invites i where i.org_id = team_members.org_id and i.team_id = team_members.team_id
    and i.team_role = team_members.role and i.open and i.email = (select app.proven_email())));
grant insert on team_members to baton_auth;

-- A closed account: its owner may come back for thirty days by logging in, which gives them a restore token. Then it is erased.
alter table users add column closed_at timestamptz;
alter table auth.accounts
  add column closed_at timestamptz,
  add column restore_hash bytea,
  add column restore_until timestamptz;
create unique index accounts_restore on auth.accounts (restore_hash) where restore_hash is not null;
create index accounts_closed on auth.accounts (closed_at) where closed_at is not null;
create index organizations_deleted on organizations (deleted_at) where deleted_at is not null;
grant select (closed_at) on auth.accounts to baton_admin;
-- What is left of an erased account names nobody, so whoever reads its work may read it.
create policy erased_authors on users for select to baton_app using (deleted_at is not null);

-- Deletes the organizations that are the current user's alone. Answers those that have other members and no other owner: while
-- there are any, nothing is deleted. Owners are locked, so that two cannot go at the same moment.
create function app.close_organizations(p_at timestamptz) returns setof text
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
create function app.reopen_organizations() returns void
  language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update public.organizations o set deleted_at = null, version = o.version + 1
  from public.memberships m, auth.accounts a
  where a.user_id = app.user() and m.user_id = a.user_id and m.org_id = o.id and m.role = 'owner' and o.deleted_at = a.closed_at
$$;
revoke execute on function app.reopen_organizations() from public;
grant execute on function app.reopen_organizations() to baton_auth;

-- Whoever registered on an address that was not theirs may have let others in: when its owner proves it, they find nobody there.
create function app.clear_personal_organization(p_user uuid) returns void
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

-- Every row that goes asks for rows that refer to it; the index on parents leaves those of deleted items out.
create index work_items_children on work_items (org_id, parent_id) where parent_id is not null;

-- Tables in the order in which their rows can go: those that refer to others first. From the catalogue, so a new table is in it.
create function app.erasure_order(p_tables oid[]) returns setof oid language sql stable set search_path = pg_catalog, pg_temp as $$
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
create function app.erase_organization(p_org uuid, p_before timestamptz, p_most integer) returns integer
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
create function app.erase_account(p_user uuid, p_before timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_account auth.accounts;
  v_owner record;
  v_columns text;
  v_handle text := 'deleted-' || right(replace(p_user::text, '-', ''), 20);
begin
  select * into v_account from auth.accounts a where a.user_id = p_user and a.closed_at < p_before for update;
  if not found then raise exception 'erase_account: it is not closed, or not long enough'; end if;
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
  insert into public.handles (handle, kind, id) values (v_handle, 'user', p_user);
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
revoke execute on function app.erase_account(uuid, timestamptz) from public;
grant execute on function app.erase_account(uuid, timestamptz) to baton_admin;
