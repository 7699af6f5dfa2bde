-- The functions that search look past the policies, and so have the wall and the rule of visibility in themselves.
create or replace function app.may_find(p_owner uuid, p_personal boolean, p_project uuid, p_team uuid, p_user uuid, p_hidden uuid[], p_teams uuid[])
  returns boolean language sql immutable
as $$
  select p_owner = p_user or (not p_personal and (p_project is null or p_project <> all (p_hidden)) and (p_team is null or p_team = any (p_teams)))
$$;
revoke execute on function app.may_find(uuid, boolean, uuid, uuid, uuid, uuid[], uuid[]) from public;
grant execute on function app.may_find(uuid, boolean, uuid, uuid, uuid, uuid[], uuid[]) to baton_app, baton_search;

-- Projects that a search leaves out: deleted ones, those its caller does not see, and archived ones unless they are asked for. Its plan is
-- kept, as that of app.hidden_projects is.
drop function if exists app.unsearched_projects(boolean);
create function app.unsearched_projects(p_archived boolean) returns uuid[] language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
begin
  if app.org() is null then raise exception 'unsearched_projects: no organization is set'; end if;
  return array(select p.id from public.projects p where p.org_id = app.org() and (p.deleted_at is not null
    or (p.archived_at is not null and not p_archived) or ((p.visibility = 'private' or app.only_project() is not null) and not app.sees_project(p.visibility, p.id))));
end $$;
revoke execute on function app.unsearched_projects(boolean) from public;
grant execute on function app.unsearched_projects(boolean) to baton_app, baton_search;

drop function if exists app.own_teams();
create function app.own_teams() returns uuid[] language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
begin
  if app.org() is null then raise exception 'own_teams: no organization is set'; end if;
  return array(select t.id from public.team_members m join public.teams t on t.org_id = m.org_id and t.id = m.team_id
    where m.org_id = app.org() and m.user_id = app.user() and t.deleted_at is null);
end $$;
revoke execute on function app.own_teams() from public;
grant execute on function app.own_teams() to baton_app, baton_search;

-- How many documents each term is in, counted no further than p_most.
drop function if exists app.document_term_counts(text[], uuid, boolean, integer);
create function app.document_term_counts(p_terms text[], p_project uuid, p_archived boolean, p_most integer)
  returns table (term integer, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_hidden uuid[];
  v_teams uuid[];
  v_query tsquery;
begin
  if v_org is null then raise exception 'document_term_counts: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  for i in 1 .. cardinality(p_terms) loop
    v_query := p_terms[i]::tsquery;
    return query select i, count(*)::integer from (select from public.search_documents d
      where d.org_id = v_org and d.tsv @@ v_query and (p_project is null or d.project_id = p_project)
        and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
      limit p_most) found;
  end loop;
end $$;
revoke execute on function app.document_term_counts(text[], uuid, boolean, integer) from public;
grant execute on function app.document_term_counts(text[], uuid, boolean, integer) to baton_app;

-- Documents with any of the terms and each of the phrases, those with the heaviest terms first. Rows without an id say how many
-- things of each kind there are, whichever kinds are asked for.
drop function if exists app.match_documents(text[], real[], text[], text[], uuid, boolean, integer, integer);
create function app.match_documents(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean,
    p_most integer, p_limit integer) returns table (id uuid, kind text, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_hidden uuid[];
  v_teams uuid[];
  v_terms tsquery[] := p_terms::tsquery[];
  v_query tsquery := array_to_string(p_terms, ' | ')::tsquery;
  v_phrase text;
begin
  if v_org is null then raise exception 'match_documents: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  foreach v_phrase in array p_phrases loop v_query := v_query && v_phrase::tsquery; end loop;
  return query with found as materialized (
      select d.id, d.item_id, d.kind, d.tsv from public.search_documents d
      where d.org_id = v_org and d.tsv @@ v_query and (p_project is null or d.project_id = p_project)
        and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
      limit p_most
    ), best as (
      select f.id, f.kind from found f where p_kinds is null or f.kind = any (p_kinds)
      order by (select sum(t.weight * case when f.tsv @@ t.query then 1 else 0 end) from unnest(v_terms, p_weights) t (query, weight)) desc,
        f.id desc limit p_limit
    ) select b.id, b.kind, null::integer from best b
    union all select null, f.kind, count(distinct f.item_id)::integer from found f group by f.kind;
end $$;
revoke execute on function app.match_documents(text[], real[], text[], text[], uuid, boolean, integer, integer) from public;
grant execute on function app.match_documents(text[], real[], text[], text[], uuid, boolean, integer, integer) to baton_app;

-- Things by their names: the ref itself, a ref or a title that begins so, then titles with all of the words.
drop function if exists app.name_documents(text, text, text[], uuid, boolean, integer);
create function app.name_documents(p_text text, p_words text, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer)
  returns table (id uuid, place integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_hidden uuid[];
  v_teams uuid[];
  v_words tsquery := p_words::tsquery;
  v_start text collate "C" := lower(p_text);
  v_end text collate "C" := lower(p_text) || U&'\+10FFFF';
begin
  if v_org is null then raise exception 'name_documents: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  return query select f.id, min(f.place)::integer from (
      (select d.id, case when d.ref_key = v_start then 0 else 1 end as place from public.search_documents d
        where d.org_id = v_org and d.ref is not null and d.ref_key between v_start and v_end
          and (p_kinds is null or d.kind = any (p_kinds)) and (p_project is null or d.project_id = p_project)
          and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
        order by d.ref_key limit p_limit)
      union all (select d.id, 2 from public.search_documents d
        where d.org_id = v_org and d.id = d.item_id and d.title_key between v_start and v_end
          and (p_kinds is null or d.kind = any (p_kinds)) and (p_project is null or d.project_id = p_project)
          and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
        order by d.title_key limit p_limit)
      union all (select w.id, 3 from (select d.id, d.updated_at from public.search_documents d
          where d.org_id = v_org and d.names @@ v_words
            and (p_kinds is null or d.kind = any (p_kinds)) and (p_project is null or d.project_id = p_project)
            and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
          -- Where so many begin alike, the next letter will tell.
          limit 1000) w
        order by w.updated_at desc limit p_limit)
    ) f group by f.id order by 2, 1 desc limit p_limit;
end $$;
revoke execute on function app.name_documents(text, text, text[], uuid, boolean, integer) from public;
grant execute on function app.name_documents(text, text, text[], uuid, boolean, integer) to baton_app;

-- Documents whose meaning is nearest, each of them compared. It runs as its caller: ordering by distance is not held up by the policy.
create or replace function app.nearest_documents(p_model text, p_query text, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer)
  returns table (id uuid)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_hidden uuid[] := app.unsearched_projects(p_archived);
  v_teams uuid[] := app.own_teams();
begin
  return query with compared as materialized (
      select d.id, e.embedding <=> p_query::vector as distance
      from search_embeddings e join search_documents d on d.org_id = e.org_id and d.id = e.document_id and d.embedded_as = e.model_id
      where e.org_id = v_org and e.model_id = p_model and (p_kinds is null or d.kind = any (p_kinds))
        and (p_project is null or d.project_id = p_project)
        and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
    ) select c.id from compared c order by c.distance limit p_limit;
end $$;
revoke execute on function app.nearest_documents(text, text, text[], uuid, boolean, integer) from public;
grant execute on function app.nearest_documents(text, text, text[], uuid, boolean, integer) to baton_app;

-- The same for a search that has read its vector: whether a document may be found is asked of the nearest alone, until there are enough.
create or replace function app.documents_near(p_model text, p_query vector, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer)
  returns table (id uuid)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_hidden uuid[] := app.unsearched_projects(p_archived);
  v_teams uuid[] := app.own_teams();
begin
  return query with compared as materialized (
      select e.document_id as id, e.embedding <=> p_query as distance from search_embeddings e where e.org_id = v_org and e.model_id = p_model
    ) select c.id from (select c.id, c.distance from compared c order by c.distance offset 0) c cross join lateral (
      select from search_documents d where d.org_id = v_org and d.id = c.id and d.embedded_as = p_model
        and (p_kinds is null or d.kind = any (p_kinds)) and (p_project is null or d.project_id = p_project)
        and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams) offset 0) d
    order by c.distance limit p_limit;
end $$;
revoke execute on function app.documents_near(text, vector, text[], uuid, boolean, integer) from public;
grant execute on function app.documents_near(text, vector, text[], uuid, boolean, integer) to baton_app;

-- What the caller has last had to do with, the latest first. It says itself what app.owner() says, which a function in SQL finds only in a file before its own.
create or replace function app.recent_documents(p_limit integer) returns table (id uuid) language sql stable set search_path = pg_catalog, pg_temp as $$
  select d.item_id from (select e.subject_id, e.seq from public.events e
      where e.org_id = app.org() and e.user_id = app.user() and e.subject_id is not null order by e.seq desc limit 200) r
    join public.search_documents d on d.org_id = app.org() and d.id = r.subject_id
    where app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, case when app.only_project() is null then app.user() end, (select app.unsearched_projects(false)), (select app.own_teams()))
    group by d.item_id order by max(r.seq) desc limit p_limit
$$;
revoke execute on function app.recent_documents(integer) from public;
grant execute on function app.recent_documents(integer) to baton_app;

-- What belongs to another role cannot be replaced by baton_owner, so it is dropped, made anew and given back. It can only be given to a role
-- that may create in the schema; that right lasts for these statements.
grant create on schema app to baton_search;
alter function app.unsearched_projects(boolean) owner to baton_search;
alter function app.own_teams() owner to baton_search;
alter function app.document_term_counts(text[], uuid, boolean, integer) owner to baton_search;
alter function app.match_documents(text[], real[], text[], text[], uuid, boolean, integer, integer) owner to baton_search;
alter function app.name_documents(text, text, text[], uuid, boolean, integer) owner to baton_search;
revoke create on schema app from baton_search;
