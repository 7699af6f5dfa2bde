-- The credential of one attempt at a run: it acts as the agent's owner, in one project, and ends with the run. Only its digest comes here.
-- The run says for whom it is: nobody gets a token for anything else by this.
create or replace function app.issue_run_token(p_id uuid, p_run uuid, p_hash bytea, p_last_four text, p_scopes text[], p_now timestamptz,
    p_expires timestamptz) returns uuid
  language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into auth.tokens (id, user_id, org_id, agent_id, kind, name, hash, prefix, last_four, scopes, created_at, expires_at, run_id, project_id)
  select p_id, a.owner_id, r.org_id, a.id, 'mcp', left('Run of ' || a.slug, 120), p_hash, 'svc_live_', p_last_four, p_scopes, p_now,
    least(p_expires, p_now + interval '24 hours'), r.id, r.project_id
  from public.runs r join public.agents a on a.org_id = r.org_id and a.id = r.agent_id and a.deleted_at is null
  where r.org_id = app.org() and r.id = p_run and r.state = 'starting'
  returning id
$$;
revoke execute on function app.issue_run_token(uuid, uuid, bytea, text, text[], timestamptz, timestamptz) from public;
grant execute on function app.issue_run_token(uuid, uuid, bytea, text, text[], timestamptz, timestamptz) to baton_app;

-- Ends the credential of a run's attempt, in the transaction that ends the attempt.
create or replace function app.revoke_run_token(p_run uuid, p_now timestamptz) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update auth.tokens t set revoked_at = p_now from public.runs r
  where r.org_id = app.org() and r.id = p_run and t.id = r.token_id and t.run_id = r.id and t.revoked_at is null
$$;
revoke execute on function app.revoke_run_token(uuid, timestamptz) from public;
grant execute on function app.revoke_run_token(uuid, timestamptz) to baton_app;
