-- Delivery and reading of comments are no lines of the feed unless they are asked for by type.
create or replace function app.feed(p_type text, p_user uuid, p_agent uuid, p_project uuid, p_subject uuid, p_since timestamptz, p_until timestamptz,
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
  v_to bigint := least(p_before, case when p_until is null then 9223372036854775807 else app.seq_near(v_org, p_until + interval '10 minutes') end);
begin
  if v_org is null then raise exception 'feed: no organization is set'; end if;
  v_hidden := array(select p.id from public.projects p
    where p.org_id = v_org and p.visibility = 'private' and not app.sees_project(p.visibility, p.id));
  return query select e.seq, e.at, e.type, e.actor, e.project_id, e.subject_id, e.data from public.events e
    where e.org_id = v_org and e.seq < v_to and e.seq >= v_from
      and (e.owner_id is null or e.owner_id = v_user) and (e.project_id is null or e.project_id <> all (v_hidden))
      -- A notification is a copy of what it tells of; how far a comment has come stands at the comment.
      and (case when p_type is null then e.type not like 'notification%' and e.type not in ('comment.delivered', 'comment.read')
        else e.type = p_type end)
      and (p_user is null or e.user_id = p_user) and (p_agent is null or e.agent_id = p_agent)
      and (p_project is null or e.project_id = p_project) and (p_subject is null or e.subject_id = p_subject)
      and (p_since is null or e.at >= p_since) and (p_until is null or e.at < p_until)
    order by e.seq desc limit p_limit;
  if p_type is null or p_type = 'activity.logged' then return; end if;
  return query select e.seq, e.at, e.type, e.actor, e.project_id, e.subject_id, e.data
    from public.logged_types t join public.events e on e.org_id = t.org_id and e.seq = t.seq
    where t.org_id = v_org and t.type = p_type and t.seq < v_to and t.seq >= v_from
      and (e.owner_id is null or e.owner_id = v_user) and (e.project_id is null or e.project_id <> all (v_hidden))
      and (p_user is null or e.user_id = p_user) and (p_agent is null or e.agent_id = p_agent)
      and (p_project is null or e.project_id = p_project) and (p_subject is null or e.subject_id = p_subject)
      and (p_since is null or e.at >= p_since) and (p_until is null or e.at < p_until)
    order by t.seq desc limit p_limit;
end $$;
