-- A handle names a user and their personal organization at once. Old ones stay theirs, so that nobody can pose as them.
create or replace function app.change_handle(p_handle text) returns text
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
