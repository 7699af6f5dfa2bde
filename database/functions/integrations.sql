-- The tokens a running import reads with: those of who started it, and only while it reads.
create or replace function app.integration_of_import(p_import uuid) returns table (id uuid, sealed bytea, settings jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select i.id, i.sealed, i.settings from public.remote_imports r
  join auth.integrations i on i.user_id = r.user_id and i.provider = r.provider and not i.broken
  join auth.accounts a on a.user_id = r.user_id and a.suspended_at is null and a.closed_at is null
  where r.org_id = app.org() and r.id = p_import and r.status = 'reading' and app.user() is null
$$;
revoke execute on function app.integration_of_import(uuid) from public;
grant execute on function app.integration_of_import(uuid) to baton_app;

-- How reading from a provider went, for the page that shows it.
create or replace function app.record_integration(p_import uuid, p_at timestamptz, p_failure text, p_broken boolean) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update auth.integrations i set succeeded_at = case when p_failure is null then p_at else i.succeeded_at end,
    failed_at = case when p_failure is null then null else p_at end, failure = p_failure, broken = p_broken
  from public.remote_imports r
  where r.org_id = app.org() and r.id = p_import and i.user_id = r.user_id and i.provider = r.provider and app.user() is null
$$;
revoke execute on function app.record_integration(uuid, timestamptz, text, boolean) from public;
grant execute on function app.record_integration(uuid, timestamptz, text, boolean) to baton_app;

-- Members of this organization by their proven addresses, for whoever imports work that names people by them.
create or replace function app.members_by_email(p_emails text[]) returns table (email text, handle text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.email, u.handle from auth.accounts a
  join public.memberships m on m.user_id = a.user_id and m.org_id = app.org()
  join public.users u on u.id = a.user_id and u.closed_at is null
  where a.email = any (select lower(e) from unnest(p_emails) e) and a.email_verified_at is not null
$$;
revoke execute on function app.members_by_email(text[]) from public;
grant execute on function app.members_by_email(text[]) to baton_app;

-- Which of these people are told in Slack; asked by whoever tells them.
create or replace function app.told_in_slack(p_users uuid[]) returns table (user_id uuid)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select i.user_id from auth.integrations i where i.provider = 'slack' and not i.broken and i.user_id = any(p_users) and app.user() is null
$$;
revoke execute on function app.told_in_slack(uuid[]) from public;
grant execute on function app.told_in_slack(uuid[]) to baton_app;
