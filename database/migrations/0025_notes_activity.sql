-- A note is in a project and seen by whoever sees that, or it is its owner's alone.
create table notes (
  org_id uuid not null references organizations (id),
  id uuid not null,
  project_id uuid,
  owner_id uuid references users (id),
  title text not null check (length(title) between 1 and 300),
  content text not null default '' check (length(content) <= 100000),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  pinned boolean not null default false,
  public_slug text check (public_slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(public_slug) <= 64),
  created_by uuid not null references users (id),
  created_by_agent_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  title_key text not null generated always as (lower(title)) stored,
  tsv tsvector not null generated always as
    (setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', content), 'B')) stored,
  primary key (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id),
  check ((project_id is null) <> (owner_id is null))
);
comment on table notes is 'tenant';
create index notes_title on notes (org_id, title_key) where deleted_at is null;
create index notes_project on notes (org_id, project_id, pinned, id) where project_id is not null;
create index notes_owner on notes (org_id, owner_id, pinned, id) where owner_id is not null;
create index notes_order on notes (org_id, pinned, id);
create index notes_tsv on notes using gin (org_id, tsv);
alter table notes enable row level security;
alter table notes force row level security;
create policy owner_all on notes to baton_owner using (true) with check (true);
create policy tenant on notes to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()));
grant select, insert, update on notes to baton_app;

-- A note's links stand in its text, under the names written there, or were given beside it.
alter table links add column names text[] not null default '{}', add column explicit boolean not null default true;

-- Full text search is not leakproof: below a policy its index goes unused. A function of the role that searches looks past the policy,
-- and so has the wall and the rule of visibility in itself.
create policy note_search on notes for select to baton_search using (true);
create policy note_search on projects for select to baton_search using (org_id = (select app.org()));
create policy note_search on project_members for select to baton_search using (org_id = (select app.org()));
create policy note_search on memberships for select to baton_search using (org_id = (select app.org()));
grant select on notes, projects, project_members, memberships to baton_search;
grant execute on function app.sees_project(text, uuid) to baton_search;

create function app.search_notes(p_query text, p_project uuid, p_personal boolean, p_tag text, p_since timestamptz, p_until timestamptz,
    p_deleted boolean, p_score integer, p_id uuid, p_limit integer) returns table (id uuid, score integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
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

-- Who acted, as columns: what reaches into json is not leakproof either, and the planner would know nothing of how rare a value is.
-- They are plain ones, filled by the append function: a generated column would rewrite the log under an exclusive lock.
alter table events add column user_id uuid, add column agent_id uuid;
drop function app.append(jsonb, jsonb);
create function app.append(p_events jsonb, p_audit jsonb) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_org uuid := app.org();
  v_count integer := jsonb_array_length(p_events);
  v_head public.log_heads;
begin
  if v_org is null then raise exception 'append: no organization is set'; end if;
  update public.log_heads set
      seq = seq + v_count,
      audit_seq = case when p_audit is null then audit_seq else audit_seq + 1 end,
      audit_hash = case when p_audit is null then audit_hash
        else sha256(audit_hash || convert_to((audit_seq + 1)::text || p_audit::text, 'UTF8')) end
    where org_id = v_org returning * into v_head;
  if not found then raise exception 'append: the organization has no log'; end if;
  if v_count > 0 then
    insert into public.events (org_id, seq, at, type, actor, user_id, agent_id, project_id, owner_id, subject_id, data)
    select v_org, v_head.seq - v_count + e.place, (e.event ->> 'at')::timestamptz, e.event ->> 'type', e.event -> 'actor',
      (e.event -> 'actor' ->> 'user_id')::uuid, (e.event -> 'actor' ->> 'agent_id')::uuid,
      (e.event ->> 'project_id')::uuid, (e.event ->> 'owner_id')::uuid, (e.event ->> 'subject_id')::uuid, e.event -> 'data'
    from jsonb_array_elements(p_events) with ordinality as e (event, place);
  end if;
  if p_audit is not null then
    insert into public.audit (org_id, seq, entry, hash) values (v_org, v_head.audit_seq, p_audit, v_head.audit_hash);
  end if;
  return v_head.seq;
end $$;
revoke execute on function app.append(jsonb, jsonb) from public;
grant execute on function app.append(jsonb, jsonb) to baton_app, baton_auth, baton_admin;
grant create on schema app to baton_log;
alter function app.append(jsonb, jsonb) owner to baton_log;
revoke create on schema app from baton_log;

-- Where in the log a moment lies: events are in the order of their commits, which is nearly that of their times, so halving finds it.
create function app.seq_near(p_org uuid, p_at timestamptz) returns bigint language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
  v_seq bigint;
  v_at timestamptz;
begin
  select min(e.seq), max(e.seq) + 1 into v_low, v_high from public.events e where e.org_id = p_org;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    select e.seq, e.at into v_seq, v_at from public.events e where e.org_id = p_org and e.seq >= v_middle order by e.seq limit 1;
    if v_at >= p_at then v_high := v_middle; else v_low := v_seq + 1; end if;
  end loop;
  return v_low;
end $$;

-- The feed of the organization as the caller may see it, newest first.
create function app.feed(p_type text, p_user uuid, p_agent uuid, p_project uuid, p_subject uuid, p_since timestamptz, p_until timestamptz,
    p_before bigint, p_limit integer)
  returns table (seq bigint, at timestamptz, type text, actor jsonb, project_id uuid, subject_id uuid, data jsonb)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
  v_hidden uuid[];
  -- A transaction takes its time long before it takes its number; no request lasts nearly as long as this.
  v_from bigint := case when p_since is null then 0 else app.seq_near(v_org, p_since - interval '10 minutes') end;
  v_to bigint := case when p_until is null then 9223372036854775807 else app.seq_near(v_org, p_until + interval '10 minutes') end;
begin
  if v_org is null then raise exception 'feed: no organization is set'; end if;
  v_hidden := array(select p.id from public.projects p
    where p.org_id = v_org and p.visibility = 'private' and not app.sees_project(p.visibility, p.id));
  return query select e.seq, e.at, e.type, e.actor, e.project_id, e.subject_id, e.data from public.events e
    where e.org_id = v_org and e.seq < least(p_before, v_to) and e.seq >= v_from
      and (e.owner_id is null or e.owner_id = v_user) and (e.project_id is null or e.project_id <> all (v_hidden))
      -- A notification is a copy of what it tells of.
      and (case when p_type is null then e.type not like 'notification%' else e.type = p_type end)
      and (p_user is null or e.user_id = p_user) and (p_agent is null or e.agent_id = p_agent)
      and (p_project is null or e.project_id = p_project) and (p_subject is null or e.subject_id = p_subject)
      and (p_since is null or e.at >= p_since) and (p_until is null or e.at < p_until)
    order by e.seq desc limit p_limit;
end $$;

revoke execute on function app.search_notes(text, uuid, boolean, text, timestamptz, timestamptz, boolean, integer, uuid, integer),
  app.feed(text, uuid, uuid, uuid, uuid, timestamptz, timestamptz, bigint, integer), app.seq_near(uuid, timestamptz) from public;
grant execute on function app.search_notes(text, uuid, boolean, text, timestamptz, timestamptz, boolean, integer, uuid, integer),
  app.feed(text, uuid, uuid, uuid, uuid, timestamptz, timestamptz, bigint, integer), app.seq_near(uuid, timestamptz) to baton_app;
-- An owner gives a function away only to a role that may create in its schema; the right lasts for this one statement.
grant create on schema app to baton_search;
alter function app.search_notes(text, uuid, boolean, text, timestamptz, timestamptz, boolean, integer, uuid, integer) owner to baton_search;
revoke create on schema app from baton_search;
