-- Organizations with repositories whose stored files are not indexed as they are, or with pieces that this model has no vector of.
create or replace function app.organizations_with_code_to_index(p_reader integer, p_model text, p_most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct w.org_id from (
    select r.org_id from public.repositories r where r.status = 'ready' and r.head_sha is not null and not exists (
      select from public.repository_indexes i
      where i.org_id = r.org_id and i.repository_id = r.id and i.head_sha = r.head_sha and i.reader = p_reader)
    union all select p.org_id from public.repository_pieces p where p_model is not null and p.embedded_as is null
    union all select p.org_id from public.repository_pieces p where p.embedded_as < p_model
    union all select p.org_id from public.repository_pieces p where p.embedded_as > p_model) w
  join public.organizations o on o.id = w.org_id and o.deleted_at is null limit p_most
$$;
revoke execute on function app.organizations_with_code_to_index(integer, text, integer) from public;
grant execute on function app.organizations_with_code_to_index(integer, text, integer) to baton_auth;
