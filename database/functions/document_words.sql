-- How many documents each term is in that is not null, counted no further than p_most: all in one statement, which is planned for the organization each time.
drop function if exists app.count_document_words(text[], uuid, boolean, integer);
create function app.count_document_words(p_terms text[], p_project uuid, p_archived boolean, p_most integer) returns table (term integer, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_hidden uuid[];
  v_teams uuid[];
begin
  if v_org is null then raise exception 'count_document_words: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  return query select t.place::integer, (select count(*)::integer from (select from public.search_documents d
      where d.org_id = v_org and d.words @@ t.query and (p_project is null or d.project_id = p_project)
        and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
      limit p_most) found)
    from unnest(p_terms::tsquery[]) with ordinality t (query, place) where t.query is not null;
end $$;
revoke execute on function app.count_document_words(text[], uuid, boolean, integer) from public;
grant execute on function app.count_document_words(text[], uuid, boolean, integer) to baton_app;

-- The newest documents that the caller may find, with the terms that each holds (see terms_held) and whether it has all of the phrases. Of the
-- organization's newest no more than p_examined are looked at: where few of them may be found, fewer than p_limit are returned.
drop function if exists app.newest_documents(text[], text[], uuid, boolean, integer, integer);
create function app.newest_documents(p_terms text[], p_phrases text[], p_project uuid, p_archived boolean, p_examined integer, p_limit integer)
  returns table (id uuid, item_id uuid, kind text, held bigint, fits boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_sort = off
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_hidden uuid[];
  v_teams uuid[];
  v_terms tsquery[] := p_terms::tsquery[];
  v_phrases tsquery[] := p_phrases::tsquery[];
begin
  if v_org is null then raise exception 'newest_documents: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  return query select d.id, d.item_id, d.kind, app.terms_held(d.words, v_terms), coalesce(d.words @@ all (v_phrases), false)
    from (select * from public.search_documents d where d.org_id = v_org order by d.id desc limit p_examined) d
    where (p_project is null or d.project_id = p_project)
      and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
    limit p_limit;
end $$;
revoke execute on function app.newest_documents(text[], text[], uuid, boolean, integer, integer) from public;
grant execute on function app.newest_documents(text[], text[], uuid, boolean, integer, integer) to baton_app;

-- How many documents the organization has, as the planner estimates it: counting a hundred thousand takes longer than searching them.
-- EXPLAIN is not allowed in a stable function.
drop function if exists app.documents_estimated();
create function app.documents_estimated() returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_plan json;
begin
  if app.org() is null then raise exception 'documents_estimated: no organization is set'; end if;
  execute format('explain (format json) select from public.search_documents d where d.org_id = %L', app.org()) into v_plan;
  return (v_plan #>> '{0,Plan,Plan Rows}')::float8::integer;
end $$;
revoke execute on function app.documents_estimated() from public;
grant execute on function app.documents_estimated() to baton_app;

-- Documents with any of the terms and each of the phrases, those with the heaviest terms first. Rows without an id say how many
-- things of each kind there are, whichever kinds are asked for. Each term is looked up by itself, as in match_memory_words.
drop function if exists app.match_document_words(text[], real[], text[], text[], uuid, boolean, integer, integer);
create function app.match_document_words(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean,
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
  v_phrase text;
begin
  if v_org is null then raise exception 'match_document_words: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  foreach v_phrase in array p_phrases loop v_terms := array(select t && v_phrase::tsquery from unnest(v_terms) t); end loop;
  return query with found as materialized (
      select f.id, f.item_id, f.kind, sum(f.weight) as weight from (
        select d.id, d.item_id, d.kind, t.weight from unnest(v_terms, p_weights) t (query, weight) cross join lateral (
          select d.id, d.item_id, d.kind from public.search_documents d
          where d.org_id = v_org and d.words @@ t.query and (p_project is null or d.project_id = p_project)
            and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)) d
        limit p_most) f group by f.id, f.item_id, f.kind
    ), best as (
      select f.id, f.kind from found f where p_kinds is null or f.kind = any (p_kinds) order by f.weight desc, f.id desc limit p_limit
    ) select b.id, b.kind, null::integer from best b
    union all select null, f.kind, count(*)::integer from (select distinct kind, item_id from found) f group by f.kind;
end $$;
revoke execute on function app.match_document_words(text[], real[], text[], text[], uuid, boolean, integer, integer) from public;
grant execute on function app.match_document_words(text[], real[], text[], text[], uuid, boolean, integer, integer) to baton_app;

-- The same of a question that is one word, with all that is asked of it in one look at the index, which in a large organization takes longer than reading a thousand
-- documents: where more have it than are asked for, also the last changed in whose names p_name stands, and in a row without a kind how many have it.
drop function if exists app.match_document_term(text, text, text[], uuid, boolean, integer, integer, integer);
create function app.match_document_term(p_term text, p_name text, p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer,
    p_named integer) returns table (id uuid, kind text, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_hidden uuid[];
  v_teams uuid[];
  v_term tsquery := p_term::tsquery;
  v_name tsquery := p_name::tsquery;
begin
  if v_org is null then raise exception 'match_document_term: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  return query with found as materialized (
      select d.id, d.item_id, d.kind, d.updated_at from public.search_documents d
      where d.org_id = v_org and d.words @@ v_term and (p_project is null or d.project_id = p_project)
        and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
      limit p_most
    ), beside as (
      -- What is found by its comments alone; where there are none, nothing is compared.
      select f.kind, f.item_id from found f where f.id <> f.item_id
      except select f.kind, f.item_id from found f where f.id = f.item_id and exists (select from found c where c.id <> c.item_id)
    )
    (select f.id, f.kind, null::integer from found f where p_kinds is null or f.kind = any (p_kinds) order by f.id desc limit p_limit)
    union all (select f.id, f.kind, null from (select f.id, f.kind from found f where (p_kinds is null or f.kind = any (p_kinds))
          and (select count(*) > p_limit from found) order by f.updated_at desc limit p_limit) f
        cross join lateral (select d.names from public.search_documents d where d.org_id = v_org and d.id = f.id offset 0) d
      where d.names @@ v_name limit p_named)
    union all select null, t.kind, sum(t.count)::integer from (
        select f.kind, count(*) from found f where f.id = f.item_id group by f.kind
        union all select b.kind, count(*) from beside b group by b.kind) t group by t.kind
    union all select null, null, count(*)::integer from found f;
end $$;
revoke execute on function app.match_document_term(text, text, text[], uuid, boolean, integer, integer, integer) from public;
grant execute on function app.match_document_term(text, text, text[], uuid, boolean, integer, integer, integer) to baton_app;

-- Words of documents that are spelled nearly like these, which no document holds: what was meant by a slip, and compounds.
-- Settings of pg_trgm are known once it has been used.
do $$ begin perform public.similarity('a', 'b'); end $$;
drop function if exists app.words_like_in_documents(text[], uuid, boolean, integer);
create function app.words_like_in_documents(p_words text[], p_project uuid, p_archived boolean, p_most integer) returns table (asked integer, word text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_hidden uuid[];
  v_teams uuid[];
begin
  if v_org is null then raise exception 'words_like_in_documents: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  for i in 1 .. cardinality(p_words) loop
    return query select i, s.word from (
        select distinct lower(t.word) as word from (select d.title || ' ' || d.body as content from search_documents d
            where d.org_id = v_org and p_words[i] <% (d.title || ' ' || d.body) and (p_project is null or d.project_id = p_project)
              and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
            limit p_most) f
          cross join lateral regexp_split_to_table(concat_ws(' ', left(f.content, 4000), app.split_words(left(f.content, 4000))), '[^[:alnum:]]+') t (word)
      ) s where word_similarity(p_words[i], s.word) >= 0.35 or word_similarity(s.word, p_words[i]) >= 0.35
      order by similarity(s.word, p_words[i]) desc limit 30;
  end loop;
end $$;
revoke execute on function app.words_like_in_documents(text[], uuid, boolean, integer) from public;
grant execute on function app.words_like_in_documents(text[], uuid, boolean, integer) to baton_app;

-- What belongs to another role cannot be replaced by baton_owner, so it is dropped, made anew and given back. It can only be given to a role
-- that may create in the schema; that right lasts for these statements.
grant create on schema app to baton_search;
alter function app.count_document_words(text[], uuid, boolean, integer) owner to baton_search;
alter function app.newest_documents(text[], text[], uuid, boolean, integer, integer) owner to baton_search;
alter function app.documents_estimated() owner to baton_search;
alter function app.match_document_words(text[], real[], text[], text[], uuid, boolean, integer, integer) owner to baton_search;
alter function app.match_document_term(text, text, text[], uuid, boolean, integer, integer, integer) owner to baton_search;
alter function app.words_like_in_documents(text[], uuid, boolean, integer) owner to baton_search;
revoke create on schema app from baton_search;
