-- Which role somebody has on a project by the workspaces it is in: the highest that one of their teams has there; null where they have none.
create or replace function app.workspace_role(p_org uuid, p_project uuid, p_user uuid) returns text language sql stable as $$
  select wt.role from public.workspace_projects wp
    join public.workspace_teams wt on wt.org_id = wp.org_id and wt.workspace_id = wp.workspace_id
    join public.team_members tm on tm.org_id = wt.org_id and tm.team_id = wt.team_id and tm.user_id = p_user
    join public.teams t on t.org_id = wt.org_id and t.id = wt.team_id and t.deleted_at is null
  where wp.org_id = p_org and wp.project_id = p_project
  order by array_position(array['owner', 'editor', 'viewer'], wt.role) limit 1
$$;
revoke execute on function app.workspace_role(uuid, uuid, uuid) from public;
grant execute on function app.workspace_role(uuid, uuid, uuid) to baton_app, baton_search;
