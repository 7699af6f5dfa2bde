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

-- What a private preview link shows of a page or a post that the public does not see.
create or replace function app.site_preview(p_hash bytea, p_now timestamptz)
  returns table (kind text, slug text, title text, summary text, body text, status text, publish_at timestamptz, author text, category text, until timestamptz)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select e.kind, e.slug, e.title, e.summary, e.body, e.status, e.publish_at, u.name, c.name, e.preview_until
  from public.site_entries e join public.users u on u.id = e.author_id left join public.site_categories c on c.id = e.category_id
  where e.preview_hash = p_hash and e.preview_until > p_now and e.deleted_at is null
$$;
revoke execute on function app.site_preview(bytea, timestamptz) from public;
grant execute on function app.site_preview(bytea, timestamptz) to baton_public;

-- Organizations with shared projects whose parts may have changed since they were last shown.
create or replace function app.organizations_with_shared_parts(p_most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct p.org_id from public.projects p join public.organizations o on o.id = p.org_id
  where p.shared_slug is not null and p.deleted_at is null and p.shared_parts && array['progress', 'roadmap'] and o.deleted_at is null limit p_most
$$;
revoke execute on function app.organizations_with_shared_parts(integer) from public;
grant execute on function app.organizations_with_shared_parts(integer) to baton_auth;
