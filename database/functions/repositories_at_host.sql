-- The organizations that have connected a repository of the code host, for whoever has checked that the host itself speaks of it.
create or replace function app.repositories_at_host(p_host_id bigint) returns table (org_id uuid, repository_id uuid)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select r.org_id, r.id from public.repositories r
    join public.organizations o on o.id = r.org_id and o.deleted_at is null
    join public.code_connections c on c.org_id = r.org_id and c.id = r.connection_id and c.ended_at is null
  where r.host_id = p_host_id
$$;
revoke execute on function app.repositories_at_host(bigint) from public;
grant execute on function app.repositories_at_host(bigint) to baton_auth;
