-- Organizations with an agent that may have become stuck since p_since, or that may no longer be.
create or replace function app.organizations_with_trouble(p_since timestamptz, p_most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct w.org_id from (
    select a.org_id from public.agents a where a.stuck_since is not null
    union all select l.org_id from public.agent_last_calls l where not l.ok and l.at > p_since
    union all select s.org_id from public.agent_sessions s where s.status = 'lost' and s.seen_at > p_since) w
  join public.organizations o on o.id = w.org_id and o.deleted_at is null limit p_most
$$;
revoke execute on function app.organizations_with_trouble(timestamptz, integer) from public;
grant execute on function app.organizations_with_trouble(timestamptz, integer) to baton_auth;
