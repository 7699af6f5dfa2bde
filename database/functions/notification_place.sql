-- Where a notification stands, in words of now: no row where its reader is no longer a member, or may no longer see the project.
-- A known caller asks for themselves alone.
create or replace function app.notification_place(p_user uuid, p_org uuid, p_project uuid, p_actor uuid, p_agent uuid)
  returns table (organization jsonb, project jsonb, actor jsonb, sandbox boolean)
  language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('id', o.id, 'handle', o.handle, 'name', o.name),
    case when p.id is not null then jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name) end,
    (select jsonb_build_object('user_id', u.id, 'handle', u.handle, 'name', u.name,
        'agent', (select jsonb_build_object('id', a.id, 'slug', a.slug, 'name', a.name) from public.agents a where a.org_id = o.id and a.id = p_agent))
      from public.memberships am join public.users u on u.id = am.user_id where am.org_id = o.id and am.user_id = p_actor),
    o.sandbox_of is not null
  from public.memberships m
  join public.organizations o on o.id = m.org_id and o.deleted_at is null
  left join public.projects p on p.org_id = m.org_id and p.id = p_project and p.deleted_at is null
    and (p.visibility = 'organization' or m.role in ('owner', 'admin') or exists (
      select from public.project_members pm where pm.org_id = p.org_id and pm.project_id = p.id and pm.user_id = m.user_id)
      or app.team_role(p.org_id, p.id, m.user_id) is not null)
  where m.org_id = p_org and m.user_id = p_user and (app.user() is null or app.user() = p_user)
    and (p_project is null or p.id is not null) and (app.only_project() is null or p_project = app.only_project())
$$;
revoke execute on function app.notification_place(uuid, uuid, uuid, uuid, uuid) from public;
grant execute on function app.notification_place(uuid, uuid, uuid, uuid, uuid) to baton_app, baton_auth;
