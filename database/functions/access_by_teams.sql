-- Which role somebody has on a project by their teams: the highest that one of them was given, directly or in a workspace the project is in;
-- null where they have none.
create or replace function app.team_role(p_org uuid, p_project uuid, p_user uuid) returns text language sql stable as $$
  select g.role from (
    select tp.team_id, tp.role from public.team_projects tp where tp.org_id = p_org and tp.project_id = p_project
    union all
    select wt.team_id, wt.role from public.workspace_projects wp
      join public.workspace_teams wt on wt.org_id = wp.org_id and wt.workspace_id = wp.workspace_id
      where wp.org_id = p_org and wp.project_id = p_project) g
    join public.team_members tm on tm.org_id = p_org and tm.team_id = g.team_id and tm.user_id = p_user
    join public.teams t on t.org_id = p_org and t.id = g.team_id and t.deleted_at is null
  order by array_position(array['owner', 'editor', 'viewer'], g.role) limit 1
$$;
revoke execute on function app.team_role(uuid, uuid, uuid) from public;
grant execute on function app.team_role(uuid, uuid, uuid) to baton_app, baton_search;

-- By its old name for servers of the previous version, which then keep to the same rule.
create or replace function app.workspace_role(p_org uuid, p_project uuid, p_user uuid) returns text language sql stable as $$
  select app.team_role(p_org, p_project, p_user)
$$;
revoke execute on function app.workspace_role(uuid, uuid, uuid) from public;
grant execute on function app.workspace_role(uuid, uuid, uuid) to baton_app, baton_search;
