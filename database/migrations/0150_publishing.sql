-- What the instance itself publishes: pages and posts. They are written here; what the public reads of them is a snapshot in `published`.
create table site_categories (
  id uuid primary key,
  slug text not null unique check (length(slug) between 2 and 64),
  name text not null check (length(name) <= 120),
  description text not null default '' check (length(description) <= 500),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table site_categories is 'instance';

create table site_entries (
  id uuid primary key,
  kind text not null check (kind in ('page', 'post')),
  slug text not null check (length(slug) between 2 and 64),
  title text not null check (length(title) <= 300),
  summary text not null default '' check (length(summary) <= 500),
  body text not null default '' check (length(body) <= 100000),
  status text not null check (status in ('draft', 'scheduled', 'published')),
  publish_at timestamptz,
  published_at timestamptz,
  author_id uuid not null references users,
  category_id uuid references site_categories on delete set null,
  revision integer not null default 1,
  preview_hash bytea,
  preview_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  check ((status = 'scheduled') = (publish_at is not null)),
  check (status <> 'published' or published_at is not null),
  check ((preview_hash is null) = (preview_until is null))
);
comment on table site_entries is 'instance';
create unique index site_entries_slug on site_entries (kind, slug) where deleted_at is null;
create index site_entries_newest on site_entries (kind, id desc) where deleted_at is null;
create index site_entries_due on site_entries (publish_at) where status = 'scheduled' and deleted_at is null;
create unique index site_entries_preview on site_entries (preview_hash) where preview_hash is not null;
create index site_entries_category on site_entries (category_id) where category_id is not null;
create index site_entries_author on site_entries (author_id);
create index site_entries_deleted on site_entries (deleted_at) where deleted_at is not null;

create table site_revisions (
  entry_id uuid not null references site_entries on delete cascade,
  number integer not null,
  slug text not null,
  title text not null,
  summary text not null,
  body text not null,
  written_by uuid not null references users,
  created_at timestamptz not null,
  primary key (entry_id, number)
);
comment on table site_revisions is 'instance';
create index site_revisions_writer on site_revisions (written_by);

-- Addresses that something public had before: they lead to where it is now.
create table site_redirects (
  kind text not null check (kind in ('page', 'post')),
  slug text not null,
  entry_id uuid not null references site_entries on delete cascade,
  created_at timestamptz not null,
  primary key (kind, slug)
);
comment on table site_redirects is 'published';
create index site_redirects_entry on site_redirects (entry_id);

-- The sitemap as it was last made, in files of as many addresses as crawlers take.
create table site_sitemaps (
  part integer primary key,
  body text not null,
  addresses integer not null,
  newest timestamptz,
  generated_at timestamptz not null
);
comment on table site_sitemaps is 'published';

do $$
declare v_table text;
begin
  foreach v_table in array array['site_categories', 'site_entries', 'site_revisions', 'site_redirects', 'site_sitemaps'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', v_table);
    execute format('create policy administration on %I to baton_admin using (true) with check (true)', v_table);
    execute format('grant select, insert, update, delete on %I to baton_admin', v_table);
  end loop;
  foreach v_table in array array['site_redirects', 'site_sitemaps'] loop
    execute format('create policy anyone_reads on %I for select to baton_public using (true)', v_table);
    execute format('grant select on %I to baton_public', v_table);
  end loop;
end $$;

-- What the instance publishes belongs to no organization.
alter table published alter column org_id drop not null;
alter table published add constraint published_of_someone check (org_id is not null or kind in ('page', 'post', 'doc')) not valid;
alter table published validate constraint published_of_someone;
alter table published add column project_id uuid;
create policy site on published to baton_admin using (org_id is null) with check (org_id is null);
-- The sitemap names everything that is public.
create policy sitemap on published for select to baton_admin using (true);
grant select, insert, update, delete on published to baton_admin;
-- Whoever writes there fills its index.
grant execute on function app.published_words(jsonb, text) to baton_admin;

-- Which parts of a shared project the public sees besides its name: none until somebody chooses them.
alter table projects add column shared_parts text[] not null default '{}'
  check (shared_parts <@ array['progress', 'roadmap', 'docs']::text[]);

alter table users add column public_profile boolean not null default false;

-- Public profiles are snapshots like everything else that strangers read: they follow the person's row, and end with the choice or the account; while
-- somebody is suspended theirs is down. What somebody wrote for the site bears the name they have now, also once that is "deleted user".
create or replace function app.keep_profile() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare v_shown boolean := new.public_profile and new.closed_at is null and new.deleted_at is null and not app.is_suspended(new.id);
begin
  if new.name <> old.name or new.handle <> old.handle then
    update public.published p set fields = jsonb_set(p.fields, '{author}', jsonb_build_object('id', new.id, 'name', new.name, 'handle', new.handle))
      where p.org_id is null and p.kind in ('page', 'post') and p.fields #>> '{author,id}' = new.id::text;
  end if;
  if not old.public_profile and not new.public_profile then return null; end if;
  delete from public.published p where p.kind = 'profile' and p.slug in (old.handle, new.handle) and p.item_id = new.id
    and (not v_shown or old.handle <> new.handle);
  if v_shown then
    insert into public.published as p (kind, slug, org_id, item_id, fields, published_at, updated_at)
      select 'profile', new.handle, o.id, new.id, jsonb_build_object('name', new.name, 'handle', new.handle, 'description', new.bio,
        'location', new.location, 'url', new.url, 'avatar', new.avatar, 'cover', new.cover), new.updated_at, new.updated_at
      from public.organizations o where o.personal_of = new.id and o.deleted_at is null
      on conflict (kind, slug) do update set fields = excluded.fields, updated_at = excluded.updated_at where p.fields <> excluded.fields;
  end if;
  return null;
end $$;
revoke execute on function app.keep_profile() from public;

-- Whether somebody is suspended stands in their account: when that changes, their row is written as it is, and keep_profile looks again.
create or replace function app.keep_profile_of_account() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.users u set public_profile = u.public_profile where u.id = new.user_id and u.public_profile;
  return null;
end $$;
revoke execute on function app.keep_profile_of_account() from public;

-- Which project a published note belongs to: what its public view lists as docs.
create or replace function app.place_published_note() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select n.project_id into new.project_id from public.notes n where n.org_id = new.org_id and n.id = new.item_id;
  return new;
end $$;
revoke execute on function app.place_published_note() from public;
create trigger keep_profile after update of name, handle, bio, location, url, avatar, cover, public_profile, closed_at, deleted_at on users
  for each row execute function app.keep_profile();
create trigger keep_profile after update of suspended_at on auth.accounts for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function app.keep_profile_of_account();
create trigger place_note before insert on published for each row when (new.kind = 'note') execute function app.place_published_note();
