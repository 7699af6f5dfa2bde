-- What a person says of themselves. Pictures are names of files, made by us.
alter table users
  add column bio text not null default '' check (length(bio) <= 2000),
  add column location text not null default '' check (length(location) <= 120),
  add column url text not null default '' check (length(url) <= 300),
  add column timezone text not null default '' check (length(timezone) <= 64),
  add column avatar text check (avatar ~ '^[0-9a-f]{32}\.webp$'),
  add column cover text check (cover ~ '^[0-9a-f]{32}\.webp$');

-- A handle names a user and their personal organization at once. Old ones stay theirs, so that nobody can pose as them.
create function app.change_handle(p_handle text) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare v_user uuid := app.user();
begin
  if v_user is null then raise exception 'change_handle: no user is set'; end if;
  if not exists (select from public.handles h where h.handle = p_handle and h.kind = 'user' and h.id = v_user) then
    if (select count(*) from public.handles h where h.id = v_user) >= 5 then return 'too_many'; end if;
    insert into public.handles (handle, kind, id) values (p_handle, 'user', v_user) on conflict do nothing;
    if not found then return 'taken'; end if;
  end if;
  update public.users set handle = p_handle where id = v_user;
  update public.organizations set handle = p_handle where personal_of = v_user;
  return 'changed';
end $$;
revoke execute on function app.change_handle(text) from public;
grant execute on function app.change_handle(text) to baton_auth;

create table auth.ws_tickets (
  hash bytea primary key,
  user_id uuid not null references auth.accounts (user_id),
  session_id uuid not null references auth.sessions (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table auth.ws_tickets is 'auth';
create index ws_tickets_user on auth.ws_tickets (user_id);
alter table auth.ws_tickets enable row level security;
alter table auth.ws_tickets force row level security;
create policy owner_all on auth.ws_tickets to baton_owner using (true) with check (true);
create policy identity on auth.ws_tickets to baton_auth using ((select app.user()) is null or user_id = (select app.user()))
  with check ((select app.user()) is null or user_id = (select app.user()));
grant select, insert, delete on auth.ws_tickets to baton_auth;

-- Until somebody decides, a device's request is nobody's: it is found by one of its two codes only.
create table auth.device_logins (
  id uuid primary key,
  device_hash bytea not null unique,
  code_hash bytea not null unique,
  client text not null check (length(client) between 1 and 120),
  address text,
  device text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  poll_seconds integer not null,
  polled_at timestamptz,
  decision text check (decision in ('approved', 'denied')),
  decided_by uuid references auth.accounts (user_id),
  decided_at timestamptz,
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null))
);
comment on table auth.device_logins is 'auth';
create index device_logins_age on auth.device_logins (expires_at);
create index device_logins_decided on auth.device_logins (decided_by) where decided_by is not null;
alter table auth.device_logins enable row level security;
alter table auth.device_logins force row level security;
create policy owner_all on auth.device_logins to baton_owner using (true) with check (true);
create policy identity on auth.device_logins to baton_auth using (true) with check (true);
grant select, insert, update, delete on auth.device_logins to baton_auth;

-- Which mails there are stands beside their texts in the code.
alter table auth.mailings drop constraint mailings_kind_check;
alter table auth.mailings add constraint mailings_kind_check check (kind ~ '^[a-z_]{1,40}$');

-- The sandbox twin. A reset puts a new one in the old one's place, so that no table needs to know how it is emptied.
alter table organizations drop constraint organizations_sandbox_of_key;
create unique index organizations_sandbox_of on organizations (sandbox_of) where deleted_at is null;

-- Whatever changes the members of an organization changes its twin's in the same transaction, and nothing else may.
create function app.mirror_membership() returns trigger
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
create trigger mirror_membership after insert or update or delete on memberships
  for each row execute function app.mirror_membership();

create function app.follow_parent() returns trigger
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
create trigger members_of_sandbox after insert on organizations
  for each row when (new.sandbox_of is not null) execute function app.follow_parent();
create trigger sandbox_goes_along after update of deleted_at on organizations
  for each row when (old.deleted_at is distinct from new.deleted_at and new.sandbox_of is null) execute function app.follow_parent();

-- The twin of the current organization, made at the first call under the id given; a sandbox is its own.
create function app.open_sandbox(p_id uuid) returns uuid
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
create function app.reset_sandbox(p_id uuid) returns uuid
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
