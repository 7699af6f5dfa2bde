-- Pictures that were replaced, or whose user was erased, go the way of deleted attachments: the worker removes their files. A server that
-- removed them itself would have to wait for the disk or the bucket after the profile was saved.
create function app.discard_pictures() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.discarded_files (file)
  select gone from unnest(array[old.avatar, old.cover]) gone
  where gone is not null and (tg_op = 'DELETE' or gone not in (coalesce(new.avatar, ''), coalesce(new.cover, '')))
  on conflict do nothing;
  return null;
end $$;
revoke execute on function app.discard_pictures() from public;
create trigger discard_pictures after update of avatar, cover or delete on users for each row execute function app.discard_pictures();
