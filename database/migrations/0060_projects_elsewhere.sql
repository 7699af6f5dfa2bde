-- How many projects the caller may see in each of their other organizations. Counts alone leave the organization they are counted in; what
-- they count stays behind its wall. The rule is that of app.sees_project, for an organization that is not entered.
create function app.projects_elsewhere(p_most integer) returns table (handle text, projects integer)
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
