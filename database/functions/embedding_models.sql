-- Makes room for a model, and switches to it once every live memory has its vector. The table is made beside and then attached,
-- so that searches go on meanwhile.
create or replace function app.adopt_embedding_model(p_id text, p_name text, p_dimensions integer, p_now timestamptz) returns text
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
revoke execute on function app.adopt_embedding_model(text, text, integer, timestamptz) from public;
grant execute on function app.adopt_embedding_model(text, text, integer, timestamptz) to baton_admin;

-- Vectors nobody searches any more.
create or replace function app.drop_old_embedding_models(p_before timestamptz) returns integer
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
revoke execute on function app.drop_old_embedding_models(timestamptz) from public;
grant execute on function app.drop_old_embedding_models(timestamptz) to baton_admin;

-- Organizations with live memories that this model has no vector of.
create or replace function app.organizations_to_embed(p_model text, p_most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct w.org_id from (
    select m.org_id from public.memories m where m.deleted_at is null and m.superseded_by is null and m.embedded_as is null
    union all select m.org_id from public.memories m where m.deleted_at is null and m.superseded_by is null and m.embedded_as < p_model
    union all select m.org_id from public.memories m where m.deleted_at is null and m.superseded_by is null and m.embedded_as > p_model) w
  join public.organizations o on o.id = w.org_id and o.deleted_at is null limit p_most
$$;
revoke execute on function app.organizations_to_embed(text, integer) from public;
grant execute on function app.organizations_to_embed(text, integer) to baton_auth;

-- Organizations with documents that this model has no vector of.
create or replace function app.organizations_to_index(p_model text, p_most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct w.org_id from (
    select d.org_id from public.search_documents d where d.embedded_as is null
    union all select d.org_id from public.search_documents d where d.embedded_as < p_model
    union all select d.org_id from public.search_documents d where d.embedded_as > p_model) w
  join public.organizations o on o.id = w.org_id and o.deleted_at is null limit p_most
$$;
revoke execute on function app.organizations_to_index(text, integer) from public;
grant execute on function app.organizations_to_index(text, integer) to baton_auth;
