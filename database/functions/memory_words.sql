-- How many memories each term is in that is not null, counted no further than p_most. All in one statement: it is planned for the organization each time, and
-- one by one the terms of a question took longer to plan than to count.
drop function if exists app.count_memory_words(text[], uuid[], integer);
create function app.count_memory_words(p_terms text[], p_scopes uuid[], p_most integer) returns table (term integer, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_agent uuid := app.only_agent();
  v_hidden uuid[];
begin
  if v_org is null then raise exception 'count_memory_words: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  return query select t.place::integer, (select count(*)::integer from (select from public.memories m
      where m.org_id = v_org and m.words @@ t.query and m.deleted_at is null and m.superseded_by is null
        and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or v_agent in (m.scope_id, m.created_by_agent_id) or m.project_id <> all (v_hidden))
      limit p_most) found)
    from unnest(p_terms::tsquery[]) with ordinality t (query, place) where t.query is not null;
end $$;
revoke execute on function app.count_memory_words(text[], uuid[], integer) from public;
grant execute on function app.count_memory_words(text[], uuid[], integer) to baton_app;

-- The newest memories that the caller may see, as many of each scope, with the terms that each holds (see terms_held), and whether it has the tag
-- and is valid. Without scopes no more than p_examined of the organization's newest are looked at: where few of them may be seen, fewer than p_limit are returned.
drop function if exists app.newest_memories(text[], uuid[], text, timestamptz, integer, integer);
create function app.newest_memories(p_terms text[], p_scopes uuid[], p_tag text, p_now timestamptz, p_examined integer, p_limit integer)
  returns table (id uuid, scope_id uuid, place integer, held bigint, fits boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_sort = off
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_agent uuid := app.only_agent();
  v_hidden uuid[];
  v_terms tsquery[] := p_terms::tsquery[];
begin
  if v_org is null then raise exception 'newest_memories: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  return query select m.id, m.scope_id, m.place, app.terms_held(m.words, v_terms), (p_tag is null or m.tags @> array[p_tag])
      and (m.valid_from is null or m.valid_from <= p_now) and (m.valid_until is null or m.valid_until > p_now)
    from (
      select m.* from (select * from public.memories m where p_scopes is null and m.org_id = v_org and m.deleted_at is null and m.superseded_by is null
          order by m.id desc limit p_examined) m
        where m.owner_id = v_user or v_agent in (m.scope_id, m.created_by_agent_id) or m.project_id <> all (v_hidden)
      union all
      select m.* from unnest(p_scopes) s (id) cross join lateral (select * from public.memories m
        where m.org_id = v_org and m.scope_id = s.id and m.deleted_at is null and m.superseded_by is null
          and (m.owner_id = v_user or v_agent in (m.scope_id, m.created_by_agent_id) or m.project_id <> all (v_hidden))
        order by m.place desc limit p_limit / cardinality(p_scopes)) m
    ) m limit p_limit;
end $$;
revoke execute on function app.newest_memories(text[], uuid[], text, timestamptz, integer, integer) from public;
grant execute on function app.newest_memories(text[], uuid[], text, timestamptz, integer, integer) to baton_app;

-- How many memories the organization has, as the planner estimates it: counting a hundred thousand takes longer than searching them.
-- EXPLAIN is not allowed in a stable function.
drop function if exists app.memories_estimated();
create function app.memories_estimated() returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_plan json;
begin
  if app.org() is null then raise exception 'memories_estimated: no organization is set'; end if;
  execute format('explain (format json) select from public.memories m where m.org_id = %L', app.org()) into v_plan;
  return (v_plan #>> '{0,Plan,Plan Rows}')::float8::integer;
end $$;
revoke execute on function app.memories_estimated() from public;
grant execute on function app.memories_estimated() to baton_app;

-- Memories with any of the terms, those with the heaviest ones first. Each term is looked up by itself, as they come, the rarest first: for all of
-- them at once the planner reads every memory of a small organization, because it takes a comparison of words for cheap.
drop function if exists app.match_memory_words(text[], real[], uuid[], text, timestamptz, integer, integer);
create function app.match_memory_words(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamptz, p_most integer, p_limit integer)
  returns table (id uuid, scope_id uuid, place integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_agent uuid := app.only_agent();
  v_hidden uuid[];
begin
  if v_org is null then raise exception 'match_memory_words: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  return query select f.id, f.scope_id, f.place from (
      select m.id, m.scope_id, m.place, t.weight from unnest(p_terms::tsquery[], p_weights) t (query, weight) cross join lateral (
        select m.id, m.scope_id, m.place from public.memories m
        where m.org_id = v_org and m.words @@ t.query and m.deleted_at is null and m.superseded_by is null
          and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or v_agent in (m.scope_id, m.created_by_agent_id) or m.project_id <> all (v_hidden))
          and (p_tag is null or m.tags @> array[p_tag])
          and (m.valid_from is null or m.valid_from <= p_now) and (m.valid_until is null or m.valid_until > p_now)) m
      limit p_most) f
    group by f.id, f.scope_id, f.place order by sum(f.weight) desc, f.id desc limit p_limit;
end $$;
revoke execute on function app.match_memory_words(text[], real[], uuid[], text, timestamptz, integer, integer) from public;
grant execute on function app.match_memory_words(text[], real[], uuid[], text, timestamptz, integer, integer) to baton_app;

-- Words of memories that are spelled nearly like these, which no memory holds: what was meant by a slip, and compounds.
-- Settings of pg_trgm are known once it has been used.
do $$ begin perform public.similarity('a', 'b'); end $$;
drop function if exists app.words_like_in_memories(text[], uuid[], integer);
create function app.words_like_in_memories(p_words text[], p_scopes uuid[], p_most integer) returns table (asked integer, word text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_agent uuid := app.only_agent();
  v_hidden uuid[];
begin
  if v_org is null then raise exception 'words_like_in_memories: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  for i in 1 .. cardinality(p_words) loop
    return query select i, s.word from (
        select distinct lower(t.word) as word from (select m.content from memories m
            where m.org_id = v_org and p_words[i] <% m.content and m.deleted_at is null and m.superseded_by is null
              and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or v_agent in (m.scope_id, m.created_by_agent_id) or m.project_id <> all (v_hidden))
            limit p_most) f
          cross join lateral regexp_split_to_table(concat_ws(' ', left(f.content, 4000), app.split_words(left(f.content, 4000))), '[^[:alnum:]]+') t (word)
      ) s where word_similarity(p_words[i], s.word) >= 0.35 or word_similarity(s.word, p_words[i]) >= 0.35
      order by similarity(s.word, p_words[i]) desc limit 30;
  end loop;
end $$;
revoke execute on function app.words_like_in_memories(text[], uuid[], integer) from public;
grant execute on function app.words_like_in_memories(text[], uuid[], integer) to baton_app;

-- What belongs to another role cannot be replaced by baton_owner, so it is dropped, made anew and given back. It can only be given to a role
-- that may create in the schema; that right lasts for these statements.
grant create on schema app to baton_search;
alter function app.count_memory_words(text[], uuid[], integer) owner to baton_search;
alter function app.newest_memories(text[], uuid[], text, timestamptz, integer, integer) owner to baton_search;
alter function app.memories_estimated() owner to baton_search;
alter function app.match_memory_words(text[], real[], uuid[], text, timestamptz, integer, integer) owner to baton_search;
alter function app.words_like_in_memories(text[], uuid[], integer) owner to baton_search;
revoke create on schema app from baton_search;
