-- Which of these files no row names: the file of an upload is stored before its row, and its server may end in between.
create function app.orphaned_files(names text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select given.file from unnest(names) given (file)
  where not exists (select from public.attachments a where a.file = given.file and a.deleted_at is null)
    and not exists (select from public.users u where u.avatar = given.file)
    and not exists (select from public.users u where u.cover = given.file)
    and not exists (select from public.discarded_files d where d.file = given.file)
$$;
revoke execute on function app.orphaned_files(text[]) from public;
grant execute on function app.orphaned_files(text[]) to baton_admin;
