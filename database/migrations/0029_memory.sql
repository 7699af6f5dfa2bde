-- Tags are searched like words of the content.
create function app.words_of(p_tags text[]) returns text language sql immutable set search_path = pg_catalog, pg_temp
  as $$ select array_to_string(p_tags, ' ') $$;

-- What was learnt. A memory belongs to a project and is seen by whoever sees that, or to an agent or a session and is its owner's alone.
-- Its content never changes: a better one supersedes it. `place` counts along its scope, so what was learnt just before and after
-- it is found by an index; two written at the same moment may share one.
create table memories (
  org_id uuid not null references organizations (id),
  id uuid not null,
  scope text not null check (scope in ('agent', 'project', 'session')),
  scope_id uuid not null,
  project_id uuid,
  owner_id uuid references users (id),
  place integer not null check (place > 0),
  content text not null check (length(content) between 1 and 20000),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
  trust text not null check (trust in ('person', 'agent', 'external')),
  valid_from timestamptz,
  valid_until timestamptz,
  pinned boolean not null default false,
  last_used_at timestamptz,
  superseded_by uuid,
  superseded_at timestamptz,
  clearing_id uuid,
  created_by uuid not null references users (id),
  created_by_agent_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  -- The model its vector was made by; null until there is one.
  embedded_as text,
  -- The same words in the same order, however they are spaced and cased.
  content_key text not null generated always as (md5(lower(regexp_replace(content, '\s+', ' ', 'g')))) stored,
  tsv tsvector not null generated always as (to_tsvector('english', content) || to_tsvector('english', app.words_of(tags))) stored,
  primary key (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, superseded_by) references memories (org_id, id),
  check ((project_id is null) <> (owner_id is null)),
  check (case scope when 'project' then project_id is not distinct from scope_id else owner_id is not null end)
);
comment on table memories is 'tenant';
create index memories_scope on memories (org_id, scope_id, place);
create index memories_order on memories (org_id, id) where deleted_at is null and superseded_by is null;
create index memories_superseded on memories (org_id, superseded_by) where superseded_by is not null;
create index memories_key on memories (org_id, scope_id, content_key) where deleted_at is null and superseded_by is null;
create index memories_clearing on memories (org_id, clearing_id) where clearing_id is not null;
create index memories_deleted on memories (deleted_at) where deleted_at is not null;
create index memories_embedded on memories (embedded_as, org_id, id) where deleted_at is null and superseded_by is null;
-- Without a list of pending entries: every search would read it, and the planner shies away from an index that has one.
create index memories_tsv on memories using gin (org_id, scope_id, tsv) with (fastupdate = off) where deleted_at is null and superseded_by is null;

-- One clearing of a scope: what it took away comes back together for thirty days.
create table memory_clearings (
  org_id uuid not null references organizations (id),
  id uuid not null,
  scope text not null check (scope in ('agent', 'project', 'session')),
  scope_id uuid not null,
  project_id uuid,
  owner_id uuid references users (id),
  -- How far the scope had come: what is stored later stays.
  up_to integer not null,
  count integer not null,
  created_by uuid not null references users (id),
  created_by_agent_id uuid,
  created_at timestamptz not null,
  restored_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id),
  check ((project_id is null) <> (owner_id is null))
);
comment on table memory_clearings is 'tenant';
create index memory_clearings_age on memory_clearings (created_at);

-- Two memories that may say the same or the opposite, for somebody to look at. Nothing is merged by itself.
create table memory_reviews (
  org_id uuid not null references organizations (id),
  id uuid not null,
  scope_id uuid not null,
  memory_id uuid not null,
  other_id uuid not null,
  kind text not null check (kind in ('duplicate', 'contradiction')),
  similarity real,
  resolution text check (resolution in ('keep_both', 'keep_newer', 'keep_older')),
  resolved_by uuid references users (id),
  resolved_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (org_id, id),
  unique (org_id, memory_id, other_id),
  foreign key (org_id, memory_id) references memories (org_id, id) on delete cascade,
  foreign key (org_id, other_id) references memories (org_id, id) on delete cascade,
  check (memory_id <> other_id),
  check ((resolution is null) = (resolved_at is null))
);
comment on table memory_reviews is 'tenant';
create index memory_reviews_open on memory_reviews (org_id, id) where resolved_at is null;
create index memory_reviews_other on memory_reviews (org_id, other_id);

-- Which model's vectors are searched. The next one is filled beside it and takes its place in one statement.
create table embedding_models (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
  name text not null check (length(name) <= 200),
  dimensions integer not null check (dimensions between 1 and 16000),
  state text not null check (state in ('current', 'next', 'old')),
  created_at timestamptz not null,
  switched_at timestamptz
);
comment on table embedding_models is 'instance';
create unique index embedding_models_current on embedding_models (state) where state = 'current';
grant select on embedding_models to baton_app, baton_auth, baton_admin;

-- Vectors of live memories, a partition a model: each has its own dimensions and its own index.
create table memory_embeddings (
  org_id uuid not null,
  memory_id uuid not null,
  model_id text not null,
  scope_id uuid not null,
  owner_id uuid,
  embedding vector not null,
  primary key (org_id, memory_id, model_id),
  foreign key (org_id, memory_id) references memories (org_id, id) on delete cascade
) partition by list (model_id);
comment on table memory_embeddings is 'tenant';
create index memory_embeddings_scope on memory_embeddings (org_id, scope_id);

-- Where a memory lies on the map of its scope, and which scopes have grown since theirs was drawn.
create table memory_points (
  org_id uuid not null,
  memory_id uuid not null,
  scope_id uuid not null,
  x real not null,
  y real not null,
  primary key (org_id, memory_id),
  foreign key (org_id, memory_id) references memories (org_id, id) on delete cascade
);
comment on table memory_points is 'tenant';
create index memory_points_scope on memory_points (org_id, scope_id);
create table memory_maps (
  org_id uuid not null references organizations (id),
  scope_id uuid not null,
  due boolean not null,
  placed_at timestamptz,
  primary key (org_id, scope_id)
);
comment on table memory_maps is 'tenant';
create index memory_maps_due on memory_maps (org_id) where due;

do $$
declare t text;
begin
  foreach t in array array['memories', 'memory_clearings', 'memory_reviews', 'memory_embeddings', 'memory_points', 'memory_maps'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on memories, memory_clearings, memory_reviews to baton_app;
grant select, insert, delete on memory_embeddings to baton_app;
grant select, insert, update, delete on memory_points to baton_app;
grant select, insert, update on memory_maps to baton_app;

-- Makes room for a model, and switches to it once every live memory has its vector. The table is made beside and then attached,
-- so that searches go on meanwhile.
create function app.adopt_embedding_model(p_id text, p_name text, p_dimensions integer, p_now timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  v_state text;
  v_table text := 'memory_embeddings_' || p_id;
begin
  perform pg_advisory_xact_lock(hashtext('baton embedding models'));
  select state into v_state from embedding_models where id = p_id;
  if v_state = 'current' then return v_state; end if;
  if v_state is null then
    if p_id is null or p_id !~ '^[a-z0-9][a-z0-9_-]{0,39}$' then raise exception 'adopt_embedding_model: not the id of a model'; end if;
    execute format('create table public.%I (like memory_embeddings including defaults including constraints,
      check (model_id = %L and vector_dims(embedding) = %s))', v_table, p_id, p_dimensions);
    execute format('comment on table %I is ''tenant''', v_table);
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', v_table);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', v_table);
    execute format('alter table memory_embeddings attach partition %I for values in (%L)', v_table, p_id);
    -- pgvector indexes at most this many dimensions; a larger model is searched exactly.
    if p_dimensions <= 2000 then
      execute format('create index %I on %I using hnsw ((embedding::vector(%s)) vector_cosine_ops)', 'memory_vectors_' || p_id, v_table, p_dimensions);
    elsif p_dimensions <= 4000 then
      execute format('create index %I on %I using hnsw ((embedding::halfvec(%s)) halfvec_cosine_ops)', 'memory_vectors_' || p_id, v_table, p_dimensions);
    end if;
  end if;
  insert into embedding_models (id, name, dimensions, state, created_at)
    values (p_id, left(p_name, 200), p_dimensions, 'next', p_now) on conflict (id) do update set state = 'next';
  -- With nothing to search yet there is nothing to wait for.
  if not exists (select from embedding_models where state = 'current') or not exists (
      select from memories m where m.deleted_at is null and m.superseded_by is null and m.embedded_as is null
      union all select from memories m where m.deleted_at is null and m.superseded_by is null and m.embedded_as < p_id
      union all select from memories m where m.deleted_at is null and m.superseded_by is null and m.embedded_as > p_id) then
    update embedding_models set state = case id when p_id then 'current' else 'old' end,
        switched_at = case id when p_id then p_now else switched_at end where id = p_id or state = 'current';
    return 'current';
  end if;
  return 'next';
end $$;

-- Vectors nobody searches any more.
create function app.drop_old_embedding_models(p_before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  v_id text;
  v_gone integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('baton embedding models'));
  for v_id in select id from embedding_models where state = 'old'
      and (select switched_at from embedding_models where state = 'current') < p_before loop
    execute format('drop table if exists public.%I', 'memory_embeddings_' || v_id);
    delete from embedding_models where id = v_id;
    v_gone := v_gone + 1;
  end loop;
  return v_gone;
end $$;

-- Organizations with live memories that this model has no vector of.
create function app.organizations_to_embed(p_model text, p_most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct w.org_id from (
    select m.org_id from public.memories m where m.deleted_at is null and m.superseded_by is null and m.embedded_as is null
    union all select m.org_id from public.memories m where m.deleted_at is null and m.superseded_by is null and m.embedded_as < p_model
    union all select m.org_id from public.memories m where m.deleted_at is null and m.superseded_by is null and m.embedded_as > p_model) w
  join public.organizations o on o.id = w.org_id and o.deleted_at is null limit p_most
$$;

-- What was deleted before p_before and can no longer be brought back.
create function app.forget_memories(p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_gone integer;
begin
  with going as (
    select m.org_id, m.id from public.memories m where m.deleted_at < p_before order by m.deleted_at limit p_most
  -- What a forgotten one had superseded is history that ends there.
  ), cut as (
    update public.memories m set superseded_by = null, deleted_at = coalesce(m.deleted_at, p_before - interval '1 second')
    from going g where m.org_id = g.org_id and m.superseded_by = g.id and not exists (select from going o where o.org_id = m.org_id and o.id = m.id)
  ), gone as (
    delete from public.memories m using going g where m.org_id = g.org_id and m.id = g.id returning 1
  ) select count(*)::integer into v_gone from gone;
  delete from public.memory_clearings c where c.created_at < p_before;
  return v_gone;
end $$;

-- Full text search is not leakproof: below a policy its index goes unused. A function of the role that searches looks past the policy,
-- and so has the wall and the rule of visibility in itself.
create policy memory_search on memories for select to baton_search using (true);
grant select on memories to baton_search;

-- The projects of the organization that the caller does not see; deleted ones are seen by nobody.
create function app.hidden_projects() returns uuid[] language sql stable set search_path = pg_catalog, pg_temp as $$
  select array(select p.id from public.projects p where p.org_id = app.org()
    and (p.deleted_at is not null or (p.visibility = 'private' and not app.sees_project(p.visibility, p.id))))
$$;

-- How many memories each term is in, counted no further than p_most.
create function app.memory_term_counts(p_terms text[], p_scopes uuid[], p_most integer) returns table (term integer, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
  v_hidden uuid[];
  v_query tsquery;
begin
  if v_org is null then raise exception 'memory_term_counts: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  for i in 1 .. cardinality(p_terms) loop
    v_query := p_terms[i]::tsquery;
    return query select i, count(*)::integer from (select from public.memories m
      where m.org_id = v_org and m.tsv @@ v_query and m.deleted_at is null and m.superseded_by is null
        and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or m.project_id <> all (v_hidden))
      limit p_most) found;
  end loop;
end $$;

-- Memories with any of the terms, those with the heaviest ones first.
create function app.match_memories(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamptz, p_most integer, p_limit integer)
  returns table (id uuid, scope_id uuid, place integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
  v_hidden uuid[];
  v_terms tsquery[] := p_terms::tsquery[];
  v_any tsquery := array_to_string(p_terms, ' | ')::tsquery;
begin
  if v_org is null then raise exception 'match_memories: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  return query select f.id, f.scope_id, f.place from (
      select m.id, m.scope_id, m.place, m.tsv from public.memories m
      where m.org_id = v_org and m.tsv @@ v_any and m.deleted_at is null and m.superseded_by is null
        and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or m.project_id <> all (v_hidden))
        and (p_tag is null or m.tags @> array[p_tag])
        and (m.valid_from is null or m.valid_from <= p_now) and (m.valid_until is null or m.valid_until > p_now)
      limit p_most) f
    order by (select sum(t.weight) from unnest(v_terms, p_weights) t (query, weight) where f.tsv @@ t.query) desc, f.id desc limit p_limit;
end $$;

-- Vectors nearest to the query: exactly where there are few, else by the model's index. Ordering by distance is not held up by the
-- policy, so this one runs as its caller. It is planned anew each time: the best plan depends on the size of the organization.
do $$ begin perform '[1]'::public.vector; end $$;
create function app.nearest_memories(p_model text, p_dimensions integer, p_query vector, p_scopes uuid[], p_exact boolean, p_limit integer)
  returns table (id uuid, similarity real)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp
  set hnsw.iterative_scan = 'strict_order' set hnsw.ef_search = 200 set hnsw.max_scan_tuples = 40000 set enable_sort = off
as $$
declare
  v_seen text := format('e.org_id = %L and e.model_id = %L', app.org(), p_model);
  v_cast text := case when p_dimensions <= 2000 then format('vector(%s)', p_dimensions) else format('halfvec(%s)', p_dimensions) end;
begin
  -- The worker, which is nobody, compares what belongs together, whoever may see it.
  if app.user() is not null then
    v_seen := v_seen || format(' and (e.owner_id = %L or (e.owner_id is null and e.scope_id <> all (%L::uuid[])))', app.user(), app.hidden_projects());
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

revoke execute on function app.adopt_embedding_model(text, text, integer, timestamptz), app.drop_old_embedding_models(timestamptz),
  app.organizations_to_embed(text, integer), app.forget_memories(timestamptz, integer), app.hidden_projects(),
  app.memory_term_counts(text[], uuid[], integer), app.match_memories(text[], real[], uuid[], text, timestamptz, integer, integer),
  app.nearest_memories(text, integer, vector, uuid[], boolean, integer) from public;
grant execute on function app.adopt_embedding_model(text, text, integer, timestamptz), app.drop_old_embedding_models(timestamptz),
  app.forget_memories(timestamptz, integer) to baton_admin;
grant execute on function app.organizations_to_embed(text, integer) to baton_auth;
grant execute on function app.hidden_projects() to baton_app, baton_search;
grant execute on function app.memory_term_counts(text[], uuid[], integer),
  app.match_memories(text[], real[], uuid[], text, timestamptz, integer, integer),
  app.nearest_memories(text, integer, vector, uuid[], boolean, integer) to baton_app;
-- An owner gives a function away only to a role that may create in its schema; the right lasts for this one statement.
grant create on schema app to baton_search;
alter function app.memory_term_counts(text[], uuid[], integer) owner to baton_search;
alter function app.match_memories(text[], real[], uuid[], text, timestamptz, integer, integer) owner to baton_search;
revoke create on schema app from baton_search;
