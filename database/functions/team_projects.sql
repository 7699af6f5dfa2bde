-- The projects that a team has, whoever asks: those it was given directly, and those of the workspaces it is in. Who may see them is asked beside it.
create or replace function app.team_project_ids(p_org uuid, p_team uuid) returns setof uuid
  language sql stable set search_path = pg_catalog, pg_temp
as $$
  select wp.project_id from public.workspace_teams wt
    join public.workspace_projects wp on wp.org_id = wt.org_id and wp.workspace_id = wt.workspace_id
  where wt.org_id = p_org and wt.team_id = p_team
  union
  select tp.project_id from public.team_projects tp where tp.org_id = p_org and tp.team_id = p_team
$$;
revoke execute on function app.team_project_ids(uuid, uuid) from public;
grant execute on function app.team_project_ids(uuid, uuid) to baton_app;
