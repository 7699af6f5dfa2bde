-- Everything that can be found, as the search reads it: a row a thing, and one for each comment on it (`item_id` names the thing).
-- Who finds it: its owner; anybody else only if it is not personal, and they see its project and are on its team, where it has one.
create table search_documents (
  org_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  kind text collate "C" not null check (kind in ('project', 'epic', 'story', 'task', 'feature', 'spec', 'decision', 'note', 'skill', 'agent')),
  project_id uuid,
  team_id uuid,
  owner_id uuid,
  personal boolean not null,
  ref text,
  title text not null,
  body text not null,
  updated_at timestamptz not null,
  -- The model its vector was made by; null until there is one of its present text.
  embedded_as text,
  ref_key text collate "C" generated always as (lower(ref)) stored,
  title_key text collate "C" not null generated always as (lower(left(title, 100))) stored,
  tsv tsvector not null generated always as (setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('simple', coalesce(ref, '')), 'A') || setweight(to_tsvector('english', body), 'B')) stored,
  -- Names as they are typed: a stem is no beginning of a word.
  names tsvector not null generated always as (to_tsvector('simple', title) || to_tsvector('simple', coalesce(ref, ''))) stored,
  primary key (org_id, id)
);
comment on table search_documents is 'tenant';

create table search_embeddings (
  org_id uuid not null,
  document_id uuid not null,
  model_id text not null,
  embedding vector not null,
  primary key (org_id, document_id),
  foreign key (org_id, document_id) references search_documents (org_id, id) on delete cascade
);
comment on table search_embeddings is 'tenant';

do $$
declare t text;
begin
  foreach t in array array['search_documents', 'search_embeddings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
    execute format('grant select, insert, update, delete on %I to baton_app', t);
  end loop;
end $$;
create policy searching on search_documents for select to baton_search using (true);
grant select on search_documents to baton_search;

-- What the index should hold: the one place that says what of a thing is searched. It reads with its reader's rights.
create view app.search_sources with (security_invoker = true) as
  select 'work_items' as source, w.org_id, w.id, w.id as item_id, w.kind, w.project_id, null::uuid as team_id, null::uuid as owner_id,
      false as personal, w.key as ref, w.title,
      concat_ws(E'\n', nullif(w.description, ''), w.completion_notes, nullif(array_to_string(w.labels, ' '), '')) as body, w.updated_at
    from public.work_items w where w.deleted_at is null
  union all select 'comments', c.org_id, c.id, c.item_id, w.kind, w.project_id, null, null, false, null, '', c.body, c.updated_at
    from public.comments c join public.work_items w on w.org_id = c.org_id and w.id = c.item_id
    where c.deleted_at is null and w.deleted_at is null
  union all select 'notes', n.org_id, n.id, n.id, 'note', n.project_id, null, n.owner_id, n.project_id is null, null, n.title,
      concat_ws(E'\n', nullif(n.content, ''), nullif(array_to_string(n.tags, ' '), '')), n.updated_at
    from public.notes n where n.deleted_at is null
  union all select 'specs', s.org_id, s.id, s.id, 'spec', s.project_id, null, null, false, s.ref, s.title,
      concat_ws(E'\n', nullif(v.body, ''), nullif(array_to_string(s.tags, ' '), '')), s.updated_at
    from public.specs s left join public.spec_versions v on v.org_id = s.org_id and v.spec_id = s.id and v.number = s.latest_version
    where s.deleted_at is null
  union all select 'decisions', d.org_id, d.id, d.id, 'decision', d.project_id, null, null, false, d.ref, d.title,
      concat_ws(E'\n', nullif(d.context, ''), nullif(d.rationale, ''), nullif(d.outcome, ''),
        (select string_agg(concat_ws(': ', a.value ->> 'title', nullif(a.value ->> 'why_not', '')), E'\n') from jsonb_array_elements(d.alternatives) a),
        nullif(array_to_string(d.paths || d.tags, ' '), '')), d.updated_at
    from public.decisions d where d.deleted_at is null
  union all select 'decision_entries', e.org_id, e.id, e.decision_id, 'decision', d.project_id, null, null, false, null, '', e.body, e.created_at
    from public.decision_entries e join public.decisions d on d.org_id = e.org_id and d.id = e.decision_id where d.deleted_at is null
  union all select 'features', f.org_id, f.id, f.id, 'feature', f.project_id, null, null, false, f.ref, f.title,
      concat_ws(E'\n', nullif(f.description, ''), nullif(f.summary, ''), nullif(f.recommendation, ''), nullif(f.risks, '')), f.updated_at
    from public.features f where f.deleted_at is null
  union all select 'skills', k.org_id, k.id, k.id, 'skill', null, k.team_id, k.owner_id, k.visibility = 'personal', k.slug, k.name,
      concat_ws(E'\n', nullif(k.description, ''), nullif(v.body, ''), nullif(array_to_string(k.tags, ' '), '')), k.updated_at
    from public.skills k left join public.skill_versions v on v.org_id = k.org_id and v.skill_id = k.id and v.number = k.revision
    where k.deleted_at is null
  union all select 'agents', a.org_id, a.id, a.id, 'agent', a.project_id, null, a.owner_id, false, a.slug, a.name,
      concat_ws(E'\n', nullif(a.description, ''), nullif(a.role, '')), a.updated_at
    from public.agents a where a.deleted_at is null
  union all select 'projects', p.org_id, p.id, p.id, 'project', p.id, null, null, false, p.slug, p.name,
      concat_ws(E'\n', p.key, nullif(p.description, '')), p.updated_at
    from public.projects p where p.deleted_at is null;
grant select on app.search_sources to baton_app;

-- Brings one row up to date with its source.
create function app.index_document(p_org uuid, p_source text, p_id uuid) returns void
  language plpgsql set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
begin
  insert into public.search_documents as d
      (org_id, id, item_id, kind, project_id, team_id, owner_id, personal, ref, title, body, updated_at)
    select s.org_id, s.id, s.item_id, s.kind, s.project_id, s.team_id, s.owner_id, s.personal, s.ref, s.title, s.body, s.updated_at
    from app.search_sources s where s.source = p_source and s.org_id = p_org and s.id = p_id
    on conflict (org_id, id) do update set project_id = excluded.project_id, team_id = excluded.team_id, owner_id = excluded.owner_id,
      personal = excluded.personal, ref = excluded.ref, title = excluded.title, body = excluded.body, updated_at = excluded.updated_at,
      embedded_as = case when d.title = excluded.title and d.body = excluded.body then d.embedded_as end;
  if not found then delete from public.search_documents d where d.org_id = p_org and d.id = p_id; end if;
end $$;

-- Brings a thing and what was said about it up to date: whether they are found at all has changed.
create function app.index_family(p_org uuid, p_id uuid) returns void language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.search_documents d where d.org_id = p_org and d.item_id = p_id;
  insert into public.search_documents (org_id, id, item_id, kind, project_id, team_id, owner_id, personal, ref, title, body, updated_at)
    select s.org_id, s.id, s.item_id, s.kind, s.project_id, s.team_id, s.owner_id, s.personal, s.ref, s.title, s.body, s.updated_at
    from app.search_sources s where s.source in ('work_items', 'comments', 'decisions', 'decision_entries')
      and s.org_id = p_org and s.item_id = p_id;
end $$;

-- These run as whoever writes, behind that role's wall.
create function app.keep_indexed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then delete from public.search_documents d where d.org_id = old.org_id and d.id = old.id;
  else perform app.index_document(new.org_id, tg_table_name, new.id); end if;
  return null;
end $$;
create function app.keep_family_indexed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then delete from public.search_documents d where d.org_id = old.org_id and d.item_id = old.id;
  elsif tg_op = 'UPDATE' and (old.deleted_at is distinct from new.deleted_at or old.project_id is distinct from new.project_id) then
    perform app.index_family(new.org_id, new.id);
  else perform app.index_document(new.org_id, tg_table_name, new.id); end if;
  return null;
end $$;
create function app.keep_version_indexed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'spec_versions' then perform app.index_document(new.org_id, 'specs', new.spec_id);
  else perform app.index_document(new.org_id, 'skills', new.skill_id); end if;
  return null;
end $$;
revoke execute on function app.index_document(uuid, text, uuid), app.index_family(uuid, uuid), app.keep_indexed(), app.keep_family_indexed(),
  app.keep_version_indexed() from public;
grant execute on function app.index_document(uuid, text, uuid), app.index_family(uuid, uuid) to baton_app;

-- What is there already is copied before anything is locked; the indexes are built on the copy.
insert into search_documents (org_id, id, item_id, kind, project_id, team_id, owner_id, personal, ref, title, body, updated_at)
  select s.org_id, s.id, s.item_id, s.kind, s.project_id, s.team_id, s.owner_id, s.personal, s.ref, s.title, s.body, s.updated_at
  from app.search_sources s;
create index search_documents_tsv on search_documents using gin (org_id, tsv);
create index search_documents_names on search_documents using gin (org_id, names);
create index search_documents_ref on search_documents (org_id, ref_key) where ref is not null;
create index search_documents_title on search_documents (org_id, title_key) where id = item_id;
create index search_documents_item on search_documents (org_id, item_id);
create index search_documents_embedded on search_documents (embedded_as, org_id, id);

-- The functions that search look past the policies, and so have the wall and the rule of visibility in themselves.
create function app.may_find(p_owner uuid, p_personal boolean, p_project uuid, p_team uuid, p_user uuid, p_hidden uuid[], p_teams uuid[])
  returns boolean language sql immutable
as $$
  select p_owner = p_user or (not p_personal and (p_project is null or p_project <> all (p_hidden)) and (p_team is null or p_team = any (p_teams)))
$$;

-- Projects that a search leaves out: deleted ones, those its caller does not see, and archived ones unless they are asked for.
create function app.unsearched_projects(p_archived boolean) returns uuid[] language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return array(select p.id from public.projects p where p.org_id = app.org() and (p.deleted_at is not null
    or (p.archived_at is not null and not p_archived) or (p.visibility = 'private' and not app.sees_project(p.visibility, p.id))));
end $$;
create function app.own_teams() returns uuid[] language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return array(select t.id from public.team_members m join public.teams t on t.org_id = m.org_id and t.id = m.team_id
    where m.org_id = app.org() and m.user_id = app.user() and t.deleted_at is null);
end $$;

-- How many documents each term is in, counted no further than p_most.
create function app.document_term_counts(p_terms text[], p_project uuid, p_archived boolean, p_most integer)
  returns table (term integer, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
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

-- Documents with any of the terms and each of the phrases, those with the heaviest terms first. Rows without an id say how many
-- things of each kind there are, whichever kinds are asked for.
create function app.match_documents(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean,
    p_most integer, p_limit integer) returns table (id uuid, kind text, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
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

-- Things by their names: the ref itself, a ref or a title that begins so, then titles with all of the words.
create function app.name_documents(p_text text, p_words text, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer)
  returns table (id uuid, place integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
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

-- Documents whose meaning is nearest, each of them compared. It runs as its caller: ordering by distance is not held up by the policy.
create function app.nearest_documents(p_model text, p_query text, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer)
  returns table (id uuid)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
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

-- What the caller has last had to do with, the latest first.
create function app.recent_documents(p_limit integer) returns table (id uuid) language sql stable set search_path = pg_catalog, pg_temp as $$
  select d.item_id from (select e.subject_id, e.seq from public.events e
      where e.org_id = app.org() and e.user_id = app.user() and e.subject_id is not null order by e.seq desc limit 200) r
    join public.search_documents d on d.org_id = app.org() and d.id = r.subject_id
    where app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, app.user(), (select app.unsearched_projects(false)), (select app.own_teams()))
    group by d.item_id order by max(r.seq) desc limit p_limit
$$;

-- Organizations with documents that this model has no vector of.
create function app.organizations_to_index(p_model text, p_most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct w.org_id from (
    select d.org_id from public.search_documents d where d.embedded_as is null
    union all select d.org_id from public.search_documents d where d.embedded_as < p_model
    union all select d.org_id from public.search_documents d where d.embedded_as > p_model) w
  join public.organizations o on o.id = w.org_id and o.deleted_at is null limit p_most
$$;

-- What of a published thing is searched: its name, and all that is shown of it.
create function app.published_words(p_fields jsonb, p_body text) returns tsvector language sql immutable set search_path = pg_catalog, pg_temp as $$
  select setweight(to_tsvector('english', concat_ws(' ', p_fields ->> 'name', p_fields ->> 'title')), 'A')
    || setweight(to_tsvector('english', concat_ws(' ', p_fields ->> 'description', p_fields ->> 'role', p_fields ->> 'content', p_fields ->> 'tags', p_body)), 'B')
$$;

revoke execute on function app.may_find(uuid, boolean, uuid, uuid, uuid, uuid[], uuid[]), app.unsearched_projects(boolean), app.own_teams(),
  app.document_term_counts(text[], uuid, boolean, integer),
  app.match_documents(text[], real[], text[], text[], uuid, boolean, integer, integer),
  app.name_documents(text, text, text[], uuid, boolean, integer), app.nearest_documents(text, text, text[], uuid, boolean, integer),
  app.recent_documents(integer), app.organizations_to_index(text, integer), app.published_words(jsonb, text) from public;
grant execute on function app.may_find(uuid, boolean, uuid, uuid, uuid, uuid[], uuid[]), app.unsearched_projects(boolean), app.own_teams()
  to baton_app, baton_search;
grant execute on function app.document_term_counts(text[], uuid, boolean, integer),
  app.match_documents(text[], real[], text[], text[], uuid, boolean, integer, integer),
  app.name_documents(text, text, text[], uuid, boolean, integer), app.nearest_documents(text, text, text[], uuid, boolean, integer),
  app.recent_documents(integer) to baton_app;
grant execute on function app.organizations_to_index(text, integer) to baton_auth;
grant execute on function app.published_words(jsonb, text) to baton_app, baton_public;
-- An owner gives a function away only to a role that may create in its schema; the right lasts for these statements.
grant create on schema app to baton_search;
alter function app.document_term_counts(text[], uuid, boolean, integer) owner to baton_search;
alter function app.match_documents(text[], real[], text[], text[], uuid, boolean, integer, integer) owner to baton_search;
alter function app.name_documents(text, text, text[], uuid, boolean, integer) owner to baton_search;
revoke create on schema app from baton_search;

-- From here on tables that are in use are locked, for as long as the rest takes.
create policy searching on teams for select to baton_search using (org_id = (select app.org()));
create policy searching on team_members for select to baton_search using (org_id = (select app.org()));
grant select on teams, team_members to baton_search;
create index published_words on published using gin (app.published_words(fields, body));

create trigger keep_indexed after insert or delete on work_items for each row execute function app.keep_family_indexed();
create trigger keep_changes_indexed after update on work_items for each row when (
    old.title is distinct from new.title or old.description is distinct from new.description or old.key is distinct from new.key
    or old.labels is distinct from new.labels or old.completion_notes is distinct from new.completion_notes
    or old.project_id is distinct from new.project_id or old.deleted_at is distinct from new.deleted_at)
  execute function app.keep_family_indexed();
create trigger keep_indexed after insert or update or delete on comments for each row execute function app.keep_indexed();
create trigger keep_indexed after insert or update or delete on decisions for each row execute function app.keep_family_indexed();
create trigger keep_indexed after insert or update or delete on decision_entries for each row execute function app.keep_indexed();
create trigger keep_indexed after insert or update or delete on specs for each row execute function app.keep_indexed();
create trigger keep_indexed after insert on spec_versions for each row execute function app.keep_version_indexed();
create trigger keep_indexed after insert or update or delete on features for each row execute function app.keep_indexed();
create trigger keep_indexed after insert or update or delete on skills for each row execute function app.keep_indexed();
create trigger keep_indexed after insert on skill_versions for each row execute function app.keep_version_indexed();
create trigger keep_indexed after insert or delete on notes for each row execute function app.keep_indexed();
create trigger keep_changes_indexed after update on notes for each row when (
    old.title is distinct from new.title or old.content is distinct from new.content or old.tags is distinct from new.tags
    or old.project_id is distinct from new.project_id or old.owner_id is distinct from new.owner_id
    or old.deleted_at is distinct from new.deleted_at)
  execute function app.keep_indexed();
create trigger keep_indexed after insert or delete on agents for each row execute function app.keep_indexed();
create trigger keep_changes_indexed after update on agents for each row when (
    old.name is distinct from new.name or old.description is distinct from new.description or old.role is distinct from new.role
    or old.slug is distinct from new.slug or old.project_id is distinct from new.project_id or old.owner_id is distinct from new.owner_id
    or old.deleted_at is distinct from new.deleted_at)
  execute function app.keep_indexed();
create trigger keep_indexed after insert or delete on projects for each row execute function app.keep_indexed();
-- Every new item counts in its project, which changes nothing that is searched.
create trigger keep_changes_indexed after update on projects for each row when (
    old.name is distinct from new.name or old.description is distinct from new.description or old.slug is distinct from new.slug
    or old.key is distinct from new.key or old.deleted_at is distinct from new.deleted_at)
  execute function app.keep_indexed();

-- What was written while the copy was made; now() is when this began, and no request lasts nearly as long as this.
do $$
declare
  v_since timestamptz := now() - interval '10 minutes';
begin
  perform app.index_family(w.org_id, w.id) from work_items w where w.updated_at >= v_since;
  perform app.index_document(c.org_id, 'comments', c.id) from comments c where c.updated_at >= v_since;
  perform app.index_family(d.org_id, d.id) from decisions d where d.updated_at >= v_since;
  perform app.index_document(e.org_id, 'decision_entries', e.id) from decision_entries e where e.created_at >= v_since;
  perform app.index_document(s.org_id, 'specs', s.id) from specs s where s.updated_at >= v_since;
  perform app.index_document(f.org_id, 'features', f.id) from features f where f.updated_at >= v_since;
  perform app.index_document(k.org_id, 'skills', k.id) from skills k where k.updated_at >= v_since;
  perform app.index_document(n.org_id, 'notes', n.id) from notes n where n.updated_at >= v_since;
  perform app.index_document(a.org_id, 'agents', a.id) from agents a where a.updated_at >= v_since;
  perform app.index_document(p.org_id, 'projects', p.id) from projects p where p.updated_at >= v_since;
end $$;
