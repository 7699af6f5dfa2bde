-- How many memories each term is in, counted no further than p_most.
drop function if exists app.memory_term_counts(text[], uuid[], integer);
create function app.memory_term_counts(p_terms text[], p_scopes uuid[], p_most integer) returns table (term integer, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_agent uuid := app.only_agent();
  v_hidden uuid[];
  v_query tsquery;
begin
  if v_org is null then raise exception 'memory_term_counts: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  for i in 1 .. cardinality(p_terms) loop
    v_query := p_terms[i]::tsquery;
    return query select i, count(*)::integer from (select from public.memories m
      where m.org_id = v_org and m.tsv @@ v_query and m.deleted_at is null and m.superseded_by is null
        and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or v_agent in (m.scope_id, m.created_by_agent_id) or m.project_id <> all (v_hidden))
      limit p_most) found;
  end loop;
end $$;
revoke execute on function app.memory_term_counts(text[], uuid[], integer) from public;
grant execute on function app.memory_term_counts(text[], uuid[], integer) to baton_app;

-- Memories with any of the terms, those with the heaviest ones first.
drop function if exists app.match_memories(text[], real[], uuid[], text, timestamptz, integer, integer);
create function app.match_memories(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamptz, p_most integer, p_limit integer)
  returns table (id uuid, scope_id uuid, place integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_agent uuid := app.only_agent();
  v_hidden uuid[];
  v_terms tsquery[] := p_terms::tsquery[];
  v_any tsquery := array_to_string(p_terms, ' | ')::tsquery;
begin
  if v_org is null then raise exception 'match_memories: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  return query select f.id, f.scope_id, f.place from (
      select m.id, m.scope_id, m.place, m.tsv from public.memories m
      where m.org_id = v_org and m.tsv @@ v_any and m.deleted_at is null and m.superseded_by is null
        and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or v_agent in (m.scope_id, m.created_by_agent_id) or m.project_id <> all (v_hidden))
        and (p_tag is null or m.tags @> array[p_tag])
        and (m.valid_from is null or m.valid_from <= p_now) and (m.valid_until is null or m.valid_until > p_now)
      limit p_most) f
    order by (select sum(t.weight) from unnest(v_terms, p_weights) t (query, weight) where f.tsv @@ t.query) desc, f.id desc limit p_limit;
end $$;
revoke execute on function app.match_memories(text[], real[], uuid[], text, timestamptz, integer, integer) from public;
grant execute on function app.match_memories(text[], real[], uuid[], text, timestamptz, integer, integer) to baton_app;

-- Vectors nearest to the query: exactly where there are few, else by the model's index. Ordering by distance is not held up by the
-- policy, so this one runs as its caller. It is planned anew each time: the best plan depends on the size of the organization.
-- At 1,000,000 memories a question that names two things went down the graph to the wrong one too often: 200 candidates found 0.93 of the
-- ten nearest, 600 find 0.97. Settings of pgvector are known once a vector has been read.
do $$ begin perform '[1]'::public.vector; end $$;
create or replace function app.nearest_memories(p_model text, p_dimensions integer, p_query vector, p_scopes uuid[], p_exact boolean, p_limit integer)
  returns table (id uuid, similarity real)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp
  set hnsw.iterative_scan = 'strict_order' set hnsw.ef_search = 600 set hnsw.max_scan_tuples = 40000 set enable_sort = off
as $$
declare
  v_seen text := format('e.org_id = %L and e.model_id = %L', app.org(), p_model);
  v_cast text := case when p_dimensions <= 2000 then format('vector(%s)', p_dimensions) else format('halfvec(%s)', p_dimensions) end;
begin
  -- The worker, which is nobody, compares what belongs together, whoever may see it.
  if app.user() is not null then
    v_seen := v_seen || format(' and (e.owner_id = %L or e.scope_id = %L or (e.owner_id is null and e.scope_id <> all (%L::uuid[])))',
      app.owner(), app.only_agent(), app.hidden_projects());
  end if;
  if p_scopes is not null then v_seen := v_seen || format(' and e.scope_id = any (%L::uuid[])', p_scopes); end if;
  if p_exact or p_dimensions > 4000 then
    return query execute format('with t as materialized (select e.memory_id, e.embedding <=> $1 as distance
      from memory_embeddings e where %s) select t.memory_id, (1 - t.distance)::real from t order by t.distance limit $2', v_seen)
      using p_query, p_limit;
  else
    return query execute format('select e.memory_id, (1 - (e.embedding::%1$s <=> $1::%1$s))::real
      from memory_embeddings e where %2$s order by e.embedding::%1$s <=> $1::%1$s limit $2', v_cast, v_seen)
      using p_query, p_limit;
  end if;
end $$;
revoke execute on function app.nearest_memories(text, integer, vector, uuid[], boolean, integer) from public;
grant execute on function app.nearest_memories(text, integer, vector, uuid[], boolean, integer) to baton_app;

-- The distance of every vector: where there are few, all of them are compared at once, for what is nearest and for what stands beside it.
-- It runs as its caller, and is planned anew each time, as nearest_memories is.
create or replace function app.compare_memories(p_model text, p_query vector, p_scopes uuid[]) returns table (id uuid, distance float8)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_agent uuid := app.only_agent();
  v_hidden uuid[] := case when app.user() is not null then app.hidden_projects() end;
begin
  return query select e.memory_id, e.embedding <=> p_query from memory_embeddings e
    where e.org_id = v_org and e.model_id = p_model and (p_scopes is null or e.scope_id = any (p_scopes))
      and (app.user() is null or e.owner_id = v_user or e.scope_id = v_agent or (e.owner_id is null and e.scope_id <> all (v_hidden)));
end $$;
revoke execute on function app.compare_memories(text, vector, uuid[]) from public;
grant execute on function app.compare_memories(text, vector, uuid[]) to baton_app;

-- What belongs to another role cannot be replaced by baton_owner, so it is dropped, made anew and given back. It can only be given to a role
-- that may create in the schema; that right lasts for these statements.
grant create on schema app to baton_search;
alter function app.memory_term_counts(text[], uuid[], integer) owner to baton_search;
alter function app.match_memories(text[], real[], uuid[], text, timestamptz, integer, integer) owner to baton_search;
revoke create on schema app from baton_search;
