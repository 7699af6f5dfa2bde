-- The one rule for who sees a project: everybody in the organization, or for a private one its members, owners and admins.
create or replace function app.sees_project(p_visibility text, p_project uuid) returns boolean language sql stable as $$
  select p_visibility = 'organization'
    or exists (select from public.memberships m
      where m.org_id = app.org() and m.user_id = app.user() and m.role in ('owner', 'admin'))
    or exists (select from public.project_members pm
      where pm.org_id = app.org() and pm.project_id = p_project and pm.user_id = app.user())
$$;
grant execute on function app.sees_project(text, uuid) to baton_app, baton_search;

-- The one rule for who sees a skill of the organization: its owner, the team it is for, everybody if it names no team.
create or replace function app.sees_skill(p_visibility text, p_owner uuid, p_team uuid) returns boolean language sql stable as $$
  select p_owner = app.user() or p_visibility = 'public' or (p_visibility = 'team' and (p_team is null
    or exists (select from public.team_members m join public.teams t on t.org_id = m.org_id and t.id = m.team_id
      where m.org_id = app.org() and m.team_id = p_team and m.user_id = app.user() and t.deleted_at is null)))
$$;
grant execute on function app.sees_skill(text, uuid, uuid) to baton_app;

-- The projects of the organization that the caller does not see; deleted ones are seen by nobody.
create or replace function app.hidden_projects() returns uuid[] language sql stable set search_path = pg_catalog, pg_temp as $$
  select array(select p.id from public.projects p where p.org_id = app.org()
    and (p.deleted_at is not null or (p.visibility = 'private' and not app.sees_project(p.visibility, p.id))))
$$;
revoke execute on function app.hidden_projects() from public;
grant execute on function app.hidden_projects() to baton_app, baton_search;

-- How many projects the caller may see in each of their other organizations. Counts alone leave the organization they are counted in; what
-- they count stays behind its wall. The rule is that of app.sees_project, for an organization that is not entered.
create or replace function app.projects_elsewhere(p_most integer) returns table (handle text, projects integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select o.handle, (select count(*)::integer from (select from public.projects p
      where p.org_id = m.org_id and p.deleted_at is null and p.archived_at is null
        and (p.visibility = 'organization' or m.role in ('owner', 'admin')
          or exists (select from public.project_members pm where pm.org_id = p.org_id and pm.project_id = p.id and pm.user_id = m.user_id))
      limit 1000) p)
  from public.memberships m join public.organizations o on o.id = m.org_id
  where m.user_id = app.user() and m.org_id <> app.org() and o.deleted_at is null and o.sandbox_of is null
  order by o.handle limit p_most
$$;
revoke execute on function app.projects_elsewhere(integer) from public;
grant execute on function app.projects_elsewhere(integer) to baton_app;
