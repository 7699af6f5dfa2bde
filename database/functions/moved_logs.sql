-- Which of these logs are not where their reader left them: one look for every log a node follows. It tells nothing else, so it can look
-- beyond the wall.
create or replace function app.moved_logs(p_orgs uuid[], p_places bigint[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select followed.org_id from unnest(p_orgs, p_places) as followed (org_id, seq)
    left join public.log_heads head on head.org_id = followed.org_id
    where coalesce(head.seq, 0) <> followed.seq
$$;
revoke execute on function app.moved_logs(uuid[], bigint[]) from public;
grant execute on function app.moved_logs(uuid[], bigint[]) to baton_app;
