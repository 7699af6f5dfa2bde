-- Full text search is not leakproof: below a policy its index goes unused. A function of the role that searches looks past the policy,
-- and so has the wall and the rule of visibility in itself.
drop function if exists app.search_notes(text, uuid, boolean, text, timestamptz, timestamptz, boolean, integer, uuid, integer);
create function app.search_notes(p_query text, p_project uuid, p_personal boolean, p_tag text, p_since timestamptz, p_until timestamptz,
    p_deleted boolean, p_score integer, p_id uuid, p_limit integer) returns table (id uuid, score integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_text text := websearch_to_tsquery('simple', p_query)::text;
  v_query tsquery;
begin
  if v_org is null then raise exception 'search_notes: no organization is set'; end if;
  -- The last word may be half typed.
  v_query := case when v_text like '%''' then v_text || ':*' else v_text end::tsquery;
  return query select f.id, f.score from (
      select n.id, (ts_rank(n.tsv, v_query) * 1000000)::integer as score
      from public.notes n left join public.projects p on p.org_id = n.org_id and p.id = n.project_id
      where n.org_id = v_org and n.tsv @@ v_query and (n.deleted_at is not null) = p_deleted
        and (n.owner_id = v_user or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))
        and (p_project is null or n.project_id = p_project) and (not p_personal or n.owner_id = v_user)
        and (p_tag is null or n.tags @> array[p_tag])
        and (p_since is null or n.updated_at >= p_since) and (p_until is null or n.updated_at < p_until)
    ) f where p_score is null or (f.score, f.id) < (p_score, p_id)
    order by f.score desc, f.id desc limit p_limit;
end $$;
revoke execute on function app.search_notes(text, uuid, boolean, text, timestamptz, timestamptz, boolean, integer, uuid, integer) from public;
grant execute on function app.search_notes(text, uuid, boolean, text, timestamptz, timestamptz, boolean, integer, uuid, integer) to baton_app;

-- What belongs to another role cannot be replaced by baton_owner, so it is dropped, made anew and given back. It can only be given to a role
-- that may create in the schema; that right lasts for these statements.
grant create on schema app to baton_search;
alter function app.search_notes(text, uuid, boolean, text, timestamptz, timestamptz, boolean, integer, uuid, integer) owner to baton_search;
revoke create on schema app from baton_search;
