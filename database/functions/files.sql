-- The file of a deleted attachment, or of an organization that is erased, is needed by nobody: the worker removes it.
create or replace function app.discard_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' and old.deleted_at is null or tg_op = 'UPDATE' and old.deleted_at is null and new.deleted_at is not null then
    insert into public.discarded_files (file) values (old.file) on conflict do nothing;
  end if;
  return null;
end $$;
revoke execute on function app.discard_file() from public;

-- Pictures that were replaced, or whose user was erased, go the way of deleted attachments: the worker removes their files. A server that
-- removed them itself would have to wait for the disk or the bucket after the profile was saved.
create or replace function app.discard_pictures() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.discarded_files (file)
  select gone from unnest(array[old.avatar, old.cover]) gone
  where gone is not null and (tg_op = 'DELETE' or gone not in (coalesce(new.avatar, ''), coalesce(new.cover, '')))
  on conflict do nothing;
  return null;
end $$;
revoke execute on function app.discard_pictures() from public;

-- The same of a team's picture.
create or replace function app.discard_team_picture() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.discarded_files (file) select old.avatar
  where old.avatar is not null and (tg_op = 'DELETE' or old.avatar is distinct from new.avatar) on conflict do nothing;
  return null;
end $$;
revoke execute on function app.discard_team_picture() from public;

-- Which of these files no row names: the file of an upload is stored before its row, and its server may end in between.
create or replace function app.orphaned_files(names text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select given.file from unnest(names) given (file)
  where not exists (select from public.attachments a where a.file = given.file and a.deleted_at is null)
    and not exists (select from public.users u where u.avatar = given.file)
    and not exists (select from public.users u where u.cover = given.file)
    and not exists (select from public.teams t where t.avatar = given.file)
    and not exists (select from public.discarded_files d where d.file = given.file)
$$;
revoke execute on function app.orphaned_files(text[]) from public;
grant execute on function app.orphaned_files(text[]) to baton_admin;
