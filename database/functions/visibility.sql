-- Whether the caller has a private project by themselves, not by a team: such people decide who else gets it.
create or replace function app.owns_project_access(p_project uuid) returns boolean language sql stable as $$
  select exists (select from public.memberships m
      where m.org_id = app.org() and m.user_id = app.user() and m.role in ('owner', 'admin'))
    or exists (select from public.project_members pm
      where pm.org_id = app.org() and pm.project_id = p_project and pm.user_id = app.user())
$$;
revoke execute on function app.owns_project_access(uuid) from public;
grant execute on function app.owns_project_access(uuid) to baton_app, baton_search;

-- Whether the caller was let into a project: as one of its members, as an owner or admin, or by a team that has it directly or by a workspace.
-- In PL/pgSQL because its plan is kept: a function in SQL with subqueries is planned again by every statement that calls it.
create or replace function app.let_into_project(p_project uuid) returns boolean language plpgsql stable as $$
begin
  return app.owns_project_access(p_project) or app.team_role(app.org(), p_project, app.user()) is not null;
end $$;
revoke execute on function app.let_into_project(uuid) from public;
grant execute on function app.let_into_project(uuid) to baton_app, baton_search, baton_admin, baton_auth, baton_public;

-- The one rule for who sees a project: everybody in the organization, or for a private one whoever was let in. A run sees its own project
-- alone. Without a subquery, so that it becomes a part of the statement that calls it.
create or replace function app.sees_project(p_visibility text, p_project uuid) returns boolean language sql stable as $$
  select (app.only_project() is null or app.only_project() = p_project)
    and (p_visibility = 'organization' or app.let_into_project(p_project))
$$;
grant execute on function app.sees_project(text, uuid) to baton_app, baton_search;

-- Whether the caller may read a project and not change it: they have it by teams alone, and those are viewers.
create or replace function app.only_reads_project(p_visibility text, p_project uuid) returns boolean language sql stable as $$
  select p_visibility = 'private' and not app.owns_project_access(p_project)
    and app.team_role(app.org(), p_project, app.user()) = 'viewer'
$$;
revoke execute on function app.only_reads_project(text, uuid) from public;
grant execute on function app.only_reads_project(text, uuid) to baton_app;

-- Refuses a transaction of somebody who may read a project and not change it. Every write
-- logs what it did, so this is asked of its events, once for all operations. Not of what is the caller's own, of sessions, which say what an
-- agent does and change no work, and of letting go of a task.
create or replace function app.check_project_writes(p_events jsonb) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  if current_user <> 'baton_app' or app.user() is null then return; end if;
  if app.only_project() is not null and exists (select from jsonb_array_elements(p_events) e
      where (e ->> 'project_id')::uuid <> app.only_project()) then
    raise exception 'the run works in another project' using errcode = 'BA403';
  end if;
  if exists (select from jsonb_array_elements(p_events) e
      join public.projects p on p.org_id = app.org() and p.id = (e ->> 'project_id')::uuid and p.visibility = 'private'
      where e ->> 'owner_id' is null and e ->> 'type' not like 'agent\_session.%' and e ->> 'type' <> 'task.released'
        and app.only_reads_project(p.visibility, p.id)) then
    raise exception 'the caller may only read this project' using errcode = 'BA403';
  end if;
end $$;
revoke execute on function app.check_project_writes(jsonb) from public;
grant execute on function app.check_project_writes(jsonb) to baton_app, baton_auth, baton_admin;

-- The one rule for who sees a skill of the organization: its owner, the team it is for, everybody if it names no team.
create or replace function app.sees_skill(p_visibility text, p_owner uuid, p_team uuid) returns boolean language sql stable as $$
  select p_owner = app.user() or p_visibility = 'public' or (p_visibility = 'team' and (p_team is null
    or exists (select from public.team_members m join public.teams t on t.org_id = m.org_id and t.id = m.team_id
      where m.org_id = app.org() and m.team_id = p_team and m.user_id = app.user() and t.deleted_at is null)))
$$;
grant execute on function app.sees_skill(text, uuid, uuid) to baton_app;

-- The projects of the organization that the caller does not see; deleted ones are seen by nobody. It runs as the role that searches, which is
-- walled in as its caller is, and with one plan whatever its caller sets: a plan made for one role, or within a function that plans for its
-- values, would be made anew with every call.
drop function if exists app.hidden_projects();
create function app.hidden_projects() returns uuid[] language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
begin
  if app.org() is null then raise exception 'hidden_projects: no organization is set'; end if;
  return array(select p.id from public.projects p where p.org_id = app.org()
    and (p.deleted_at is not null or ((p.visibility = 'private' or app.only_project() is not null) and not app.sees_project(p.visibility, p.id))));
end $$;
revoke execute on function app.hidden_projects() from public;
grant execute on function app.hidden_projects() to baton_app, baton_search;
grant create on schema app to baton_search;
alter function app.hidden_projects() owner to baton_search;
revoke create on schema app from baton_search;

-- How many projects the caller may see in each of their other organizations. Counts alone leave the organization they are counted in; what
-- they count stays behind its wall. The rule is that of app.sees_project, for an organization that is not entered.
create or replace function app.projects_elsewhere(p_most integer) returns table (handle text, projects integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query select o.handle, (select count(*)::integer from (select from public.projects p
      where p.org_id = m.org_id and p.deleted_at is null and p.archived_at is null
        and (p.visibility = 'organization' or m.role in ('owner', 'admin')
          or exists (select from public.project_members pm where pm.org_id = p.org_id and pm.project_id = p.id and pm.user_id = m.user_id)
          or app.team_role(p.org_id, p.id, m.user_id) is not null)
      limit 1000) p)
  from public.memberships m join public.organizations o on o.id = m.org_id
  where m.user_id = app.user() and m.org_id <> app.org() and o.deleted_at is null and o.sandbox_of is null and app.only_project() is null
  order by o.handle limit p_most;
end $$;
revoke execute on function app.projects_elsewhere(integer) from public;
grant execute on function app.projects_elsewhere(integer) to baton_app;
