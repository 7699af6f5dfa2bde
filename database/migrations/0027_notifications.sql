-- What a person asked for: only what they have chosen; what they left alone follows the defaults in the code.
create table preferences (
  user_id uuid primary key references users (id),
  document jsonb not null default '{}' check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 8192),
  -- When the last digest was asked for: at most one a day goes out.
  digested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
comment on table preferences is 'personal(user_id)';

-- What a person is told of. The log's reader writes it, one organization at a time; its owner reads it across organizations.
create table notifications (
  user_id uuid not null references users (id),
  id uuid not null,
  org_id uuid not null references organizations (id),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The event it came from; what a person reminds themselves of has none.
  event_seq bigint,
  project_id uuid,
  subject_kind text check (length(subject_kind) <= 40),
  subject_id uuid,
  subject_ref text check (length(subject_ref) <= 100),
  title text not null default '' check (length(title) <= 300),
  gate text check (length(gate) <= 120),
  actor_id uuid,
  agent_id uuid,
  in_app boolean not null,
  mail text not null check (mail in ('none', 'digest', 'requested', 'sent')),
  digest_id uuid,
  read_at timestamptz,
  snoozed_until timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (user_id, id),
  foreign key (org_id, project_id) references projects (org_id, id),
  check ((subject_kind is null) = (subject_id is null))
);
comment on table notifications is 'personal(user_id)';
-- Once means once, whoever reads the log and however often.
create unique index notifications_once on notifications (org_id, event_seq, user_id, kind) where event_seq is not null;
create index notifications_unread on notifications (user_id, org_id, project_id) where read_at is null and in_app;
create index notifications_waiting on notifications (org_id, user_id, subject_id) where read_at is null and subject_id is not null;
create index notifications_to_mail on notifications (user_id, created_at) where mail = 'digest' and read_at is null;
create index notifications_age on notifications (created_at) where read_at is not null;
create index notifications_digest on notifications (digest_id) where mail = 'requested';

alter table preferences enable row level security;
alter table preferences force row level security;
create policy owner_all on preferences to baton_owner using (true) with check (true);
create policy own on preferences to baton_app using (user_id = (select app.user())) with check (user_id = (select app.user()));
-- The log's reader asks what the members of its organization want to be told of.
create policy log_reader on preferences for select to baton_app using ((select app.user()) is null and app.is_member((select app.org()), user_id));
create policy identity on preferences to baton_auth
  using ((select app.user()) is null or user_id = (select app.user())) with check ((select app.user()) is null or user_id = (select app.user()));
grant select on preferences to baton_app, baton_auth;
grant insert (user_id, document, created_at, updated_at, version), update (document, updated_at, version) on preferences to baton_app;
grant insert, update on preferences to baton_auth;

alter table notifications enable row level security;
alter table notifications force row level security;
create policy owner_all on notifications to baton_owner using (true) with check (true);
create policy own_reads on notifications for select to baton_app using (user_id = (select app.user()));
create policy own_marks on notifications for update to baton_app
  using (user_id = (select app.user())) with check (user_id = (select app.user()));
create policy own_reminders on notifications for insert to baton_app
  with check (user_id = (select app.user()) and org_id = (select app.org()));
create policy log_reader on notifications to baton_app
  using ((select app.user()) is null and org_id = (select app.org())) with check ((select app.user()) is null and org_id = (select app.org()));
create policy identity on notifications to baton_auth using ((select app.user()) is null) with check ((select app.user()) is null);
grant select, insert on notifications to baton_app;
grant update (read_at, snoozed_until, archived_at, updated_at, version) on notifications to baton_app;
grant select, delete, update (mail, digest_id) on notifications to baton_auth;

-- Where a notification stands, in words of now: no row where its reader is no longer a member, or may no longer see the project.
-- A known caller asks for themselves alone.
create function app.notification_place(p_user uuid, p_org uuid, p_project uuid, p_actor uuid, p_agent uuid)
  returns table (organization jsonb, project jsonb, actor jsonb, sandbox boolean)
  language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('id', o.id, 'handle', o.handle, 'name', o.name),
    case when p.id is not null then jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name) end,
    (select jsonb_build_object('user_id', u.id, 'handle', u.handle, 'name', u.name,
        'agent', (select jsonb_build_object('id', a.id, 'slug', a.slug, 'name', a.name) from public.agents a where a.org_id = o.id and a.id = p_agent))
      from public.memberships am join public.users u on u.id = am.user_id where am.org_id = o.id and am.user_id = p_actor),
    o.sandbox_of is not null
  from public.memberships m
  join public.organizations o on o.id = m.org_id and o.deleted_at is null
  left join public.projects p on p.org_id = m.org_id and p.id = p_project and p.deleted_at is null
    and (p.visibility = 'organization' or m.role in ('owner', 'admin') or exists (
      select from public.project_members pm where pm.org_id = p.org_id and pm.project_id = p.id and pm.user_id = m.user_id))
  where m.org_id = p_org and m.user_id = p_user and (app.user() is null or app.user() = p_user)
    and (p_project is null or p.id is not null)
$$;
revoke execute on function app.notification_place(uuid, uuid, uuid, uuid, uuid) from public;
grant execute on function app.notification_place(uuid, uuid, uuid, uuid, uuid) to baton_app, baton_auth;
