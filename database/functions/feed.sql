-- Where in the log a moment lies: events are in the order of their commits, which is nearly that of their times, so halving finds it.
create or replace function app.seq_near(p_org uuid, p_at timestamptz) returns bigint language plpgsql stable set search_path = pg_catalog, pg_temp
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
revoke execute on function app.seq_near(uuid, timestamptz) from public;
grant execute on function app.seq_near(uuid, timestamptz) to baton_app;

-- The feed of the organization as the caller may see it, newest first. A type is one of the system's or one that callers gave; each is found
-- along its own index. Kinds are what stands before the dot of a type, such as task or comment; the plan is made for the filters that are
-- given. How common a kind is the planner cannot know, so it is told not to read the whole log. Delivery and reading of comments are no lines
-- of the feed unless they are asked for by type.
create or replace function app.feed(p_type text, p_kinds text[], p_user uuid, p_agent uuid, p_project uuid, p_subject uuid, p_since timestamptz,
    p_until timestamptz, p_before bigint, p_limit integer)
  returns table (seq bigint, at timestamptz, type text, actor jsonb, project_id uuid, subject_id uuid, data jsonb)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.owner();
  v_agent uuid := app.only_agent();
  v_hidden uuid[];
  -- A transaction takes its time long before it takes its number; no request lasts nearly as long as this.
  v_from bigint := case when p_since is null then 0 else app.seq_near(v_org, p_since - interval '10 minutes') end;
  v_to bigint := least(p_before, case when p_until is null then 9223372036854775807 else app.seq_near(v_org, p_until + interval '10 minutes') end);
begin
  if v_org is null then raise exception 'feed: no organization is set'; end if;
  v_hidden := array(select p.id from public.projects p
    where p.org_id = v_org and (p.visibility = 'private' or app.only_project() is not null) and not app.sees_project(p.visibility, p.id));
  return query select e.seq, e.at, e.type, e.actor, e.project_id, e.subject_id, e.data from public.events e
    where e.org_id = v_org and e.seq < v_to and e.seq >= v_from
      and (e.owner_id is null or e.owner_id = v_user or e.agent_id = v_agent) and (e.project_id is null or e.project_id <> all (v_hidden))
      -- A notification is a copy of what it tells of; how far a comment has come stands at the comment.
      and (case when p_type is not null then e.type = p_type
        else (case when p_kinds is null then e.type not like 'notification%' else split_part(e.type, '.', 1) = any (p_kinds) end)
          and e.type not in ('comment.asked', 'comment.delivered', 'comment.read', 'watcher.changed') end)
      and (p_user is null or e.user_id = p_user) and (p_agent is null or e.agent_id = p_agent)
      and (p_project is null or e.project_id = p_project) and (p_subject is null or e.subject_id = p_subject)
      and (p_since is null or e.at >= p_since) and (p_until is null or e.at < p_until)
    order by e.seq desc limit p_limit;
  if p_type is null or p_type = 'activity.logged' then return; end if;
  return query select e.seq, e.at, e.type, e.actor, e.project_id, e.subject_id, e.data
    from public.logged_types t join public.events e on e.org_id = t.org_id and e.seq = t.seq
    where t.org_id = v_org and t.type = p_type and t.seq < v_to and t.seq >= v_from
      and (e.owner_id is null or e.owner_id = v_user or e.agent_id = v_agent) and (e.project_id is null or e.project_id <> all (v_hidden))
      and (p_user is null or e.user_id = p_user) and (p_agent is null or e.agent_id = p_agent)
      and (p_project is null or e.project_id = p_project) and (p_subject is null or e.subject_id = p_subject)
      and (p_since is null or e.at >= p_since) and (p_until is null or e.at < p_until)
    order by t.seq desc limit p_limit;
end $$;
revoke execute on function app.feed(text, text[], uuid, uuid, uuid, uuid, timestamptz, timestamptz, bigint, integer) from public;
grant execute on function app.feed(text, text[], uuid, uuid, uuid, uuid, timestamptz, timestamptz, bigint, integer) to baton_app;

-- As the release before asks for it.
create or replace function app.feed(p_type text, p_user uuid, p_agent uuid, p_project uuid, p_subject uuid, p_since timestamptz, p_until timestamptz,
    p_before bigint, p_limit integer)
  returns table (seq bigint, at timestamptz, type text, actor jsonb, project_id uuid, subject_id uuid, data jsonb)
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select f.seq, f.at, f.type, f.actor, f.project_id, f.subject_id, f.data
  from app.feed(p_type, null, p_user, p_agent, p_project, p_subject, p_since, p_until, p_before, p_limit) f
$$;
revoke execute on function app.feed(text, uuid, uuid, uuid, uuid, timestamptz, timestamptz, bigint, integer) from public;
grant execute on function app.feed(text, uuid, uuid, uuid, uuid, timestamptz, timestamptz, bigint, integer) to baton_app;

-- What callers called the activities they logged, so that the feed can be filtered by it.
create or replace function app.note_logged_type() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.logged_types (org_id, type, seq) values (new.org_id, new.data #>> '{activity,type}', new.seq);
  return null;
end $$;
revoke execute on function app.note_logged_type() from public;
