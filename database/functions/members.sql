-- Whether somebody is a member. A definer function, so that the policies that ask it do not call each other in circles.
create or replace function app.is_member(p_org uuid, p_user uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select exists (select from public.memberships m where m.org_id = p_org and m.user_id = p_user) $$;
revoke execute on function app.is_member(uuid, uuid) from public;
grant execute on function app.is_member(uuid, uuid) to baton_app;

-- What somebody could do in an organization by a key, token, OAuth client or machine ends with the membership for good: it must not
-- work again when they are let in a second time.
create or replace function app.end_credentials_of_member() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update auth.tokens set revoked_at = now() where user_id = old.user_id and org_id = old.org_id and revoked_at is null;
  update auth.oauth_grants set revoked_at = now() where user_id = old.user_id and org_id = old.org_id and revoked_at is null;
  update public.tunnels set deleted_at = now(), node_id = null where user_id = old.user_id and org_id = old.org_id and deleted_at is null;
  return null;
end $$;
revoke execute on function app.end_credentials_of_member() from public;
