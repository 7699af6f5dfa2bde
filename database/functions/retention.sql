-- What is removed by its age: the column that says since when it counts, and what must hold besides.
-- Windows that are closed and what they were not told are kept for a month.
create or replace function app.retained() returns table (name text, relation text, due text, condition text)
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  values
    ('idempotency', 'public.idempotency', 'expires_at', 'true'),
    ('attempts', 'auth.attempts', 'at', 'true'),
    ('oidc_records', 'auth.oidc_records', 'expires_at', 'true'),
    ('pending_logins', 'auth.pending_logins', 'expires_at', 'true'),
    ('passkey_challenges', 'auth.passkey_challenges', 'expires_at', 'true'),
    ('mailings', 'auth.mailings', 'created_at', 'true'),
    ('notifications', 'public.notifications', 'created_at', 'read_at is not null'),
    ('slack_messages', 'auth.slack_messages', 'created_at', 'true'),
    ('remote_imports', 'public.remote_imports', 'updated_at', 'true'),
    ('webhook_deliveries', 'public.webhook_deliveries', 'created_at', 'true'),
    ('sessions', 'auth.sessions', 'ends_at', 'true'),
    ('tokens', 'auth.tokens', 'least(expires_at, revoked_at)', 'true'),
    ('oauth_grants', 'auth.oauth_grants', 'least(expires_at, revoked_at)', 'true'),
    ('announcements', 'public.announcements', 'created_at', 'true'),
    ('billing_events', 'public.billing_events', 'received_at', 'true'),
    ('invites', 'public.invites', 'least(expires_at, accepted_at, declined_at, revoked_at)', 'true'),
    ('tool_calls', 'public.tool_calls', 'hour', 'true'),
    ('usage_days', 'public.usage_days', 'day', 'true'),
    ('status_changes', 'public.status_changes', 'until', 'until is not null'),
    ('gate_changes', 'public.gate_changes', 'until', 'until is not null'),
    ('session_checkpoints', 'public.session_checkpoints', 'created_at', 'true'),
    ('session_traces', 'public.session_traces', 'updated_at', 'true'),
    ('agent_notices', 'public.agent_notices', 'created_at', 'true'),
    ('agent_instances', 'public.agent_instances', 'seen_at', 'true'),
    ('tunnel_actions', 'public.tunnel_actions', 'ended_at', 'ended_at is not null'),
    ('run_output', 'public.run_output', 'at', 'true'),
    ('receipt_nonces', 'public.receipt_nonces', 'expires_at', 'true'),
    ('sync_mutations', 'public.sync_mutations', 'created_at', 'true'),
    ('sync_clocks', 'public.sync_clocks', 'updated_at', 'true'),
    ('sync_exports', 'public.sync_exports', 'created_at', 'true'),
    ('contact_messages', 'public.contact_messages', 'created_at', 'true'),
    ('comments', 'public.comments', 'deleted_at', 'deleted_at is not null'),
    ('work_items', 'public.work_items', 'deleted_at', 'deleted_at is not null'),
    ('site_entries', 'public.site_entries', 'deleted_at', 'deleted_at is not null'),
    ('memories', 'public.memories', 'deleted_at', 'deleted_at is not null')
$$;
revoke execute on function app.retained() from public;

-- Removes at most so many rows that were due before p_before; call it until it says 0. Rows that somebody holds are left for the next time.
create or replace function app.purge(p_name text, p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_rule record;
  v_leaves text := '';
  v_gone integer;
begin
  if p_name = 'events' then return app.trim_events(p_before, p_most); end if;
  if p_name = 'idempotency' then return app.purge_keys(p_before, p_most); end if;
  if p_name = 'memories' then return app.forget_memories(p_before, p_most); end if;
  if p_name = 'work_items' then return app.purge_work_items(p_before, p_most / 10); end if;
  select * into strict v_rule from app.retained() r where r.name = p_name;
  -- A ticket of a login session that has ended opens nothing.
  if p_name = 'sessions' then
    delete from auth.ws_tickets t using auth.sessions s where s.id = t.session_id and s.ends_at < p_before;
  elsif p_name = 'comments' then
    v_leaves := 'and not exists (select from public.comments c where c.org_id = t.org_id and c.reply_to = t.id)';
  end if;
  execute format('delete from %1$s where ctid = any(array(select t.ctid from %1$s t where %2$s < $1 and %3$s %4$s order by %2$s limit $2
    for update skip locked))', v_rule.relation, v_rule.due, v_rule.condition, v_leaves) using p_before, p_most;
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;
revoke execute on function app.purge(text, timestamptz, integer) from public;
grant execute on function app.purge(text, timestamptz, integer) to baton_admin;

-- A person's key outlives its answer: then only what names the result is left of that.
create or replace function app.purge_keys(p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_done integer;
begin
  with due as materialized (
    select t.ctid as place, t.kept_until > p_before as stays from public.idempotency t where t.expires_at < p_before
    order by t.expires_at limit p_most for update skip locked
  ), shortened as (
    update public.idempotency t set expires_at = t.kept_until, result = case jsonb_typeof(t.result) when 'object' then (
        select jsonb_object_agg(f.key, f.value) from jsonb_each(t.result) f where f.key in ('id', 'key', 'version')) end
      from due d where t.ctid = d.place and d.stays returning 1
  ), gone as (
    delete from public.idempotency t using due d where t.ctid = d.place and d.stays is not true returning 1
  ) select (select count(*) from shortened) + (select count(*) from gone) into v_done;
  return v_done;
end $$;
revoke execute on function app.purge_keys(timestamptz, integer) from public;

-- Deleted items, those below first, with what belongs to them alone. That they were there stays in the audit trail.
create or replace function app.purge_work_items(p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_orgs uuid[];
  v_ids uuid[];
begin
  select array_agg(g.org_id), array_agg(g.id) into v_orgs, v_ids from (
    select w.org_id, w.id from public.work_items w where w.deleted_at < p_before
      and not exists (select from public.work_items c where c.org_id = w.org_id and c.parent_id = w.id)
    order by w.deleted_at limit p_most for update skip locked) g;
  if v_ids is null then return 0; end if;
  delete from public.comments c using unnest(v_orgs, v_ids) g (org_id, id) where c.org_id = g.org_id and c.item_id = g.id;
  delete from public.attachments a using unnest(v_orgs, v_ids) g (org_id, id) where a.org_id = g.org_id and a.item_id = g.id;
  delete from public.session_hints s using unnest(v_orgs, v_ids) g (org_id, id) where s.org_id = g.org_id and s.task_id = g.id;
  delete from public.links l using unnest(v_orgs, v_ids) g (org_id, id) where l.org_id = g.org_id and l.from_kind = 'task' and l.from_id = g.id;
  delete from public.links l using unnest(v_orgs, v_ids) g (org_id, id) where l.org_id = g.org_id and l.to_kind = 'task' and l.to_id = g.id;
  delete from public.work_items w using unnest(v_orgs, v_ids) g (org_id, id) where w.org_id = g.org_id and w.id = g.id;
  return cardinality(v_ids);
end $$;
revoke execute on function app.purge_work_items(timestamptz, integer) from public;

-- What was deleted before p_before and can no longer be brought back.
create or replace function app.forget_memories(p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_gone integer;
begin
  with recursive going as (
    select m.org_id, m.id, m.superseded_by from public.memories m where m.deleted_at < p_before order by m.deleted_at limit p_most
  ), after as (
    select g.org_id, g.id, g.superseded_by as successor from going g
    union select a.org_id, a.id, g.superseded_by from after a join going g on g.org_id = a.org_id and g.id = a.successor
  ), heirs as (
    select g.org_id, g.id, (select a.successor from after a where a.org_id = g.org_id and a.id = g.id
      and not exists (select from going o where o.org_id = a.org_id and o.id = a.successor) limit 1) as successor from going g
  -- What a forgotten one had superseded is history of what came after it; if that is nothing, it ends there.
  ), cut as (
    update public.memories m set superseded_by = h.successor,
      deleted_at = case when h.successor is null then coalesce(m.deleted_at, p_before - interval '1 second') else m.deleted_at end
    from heirs h where m.org_id = h.org_id and m.superseded_by = h.id and not exists (select from going o where o.org_id = m.org_id and o.id = m.id)
  ), gone as (
    delete from public.memories m using going g where m.org_id = g.org_id and m.id = g.id returning 1
  ) select count(*)::integer into v_gone from gone;
  delete from public.memory_clearings c where c.created_at < p_before;
  return v_gone;
end $$;
revoke execute on function app.forget_memories(timestamptz, integer) from public;
grant execute on function app.forget_memories(timestamptz, integer) to baton_admin;

-- Since when the oldest row of each counts: one look at the beginning of an index a table.
create or replace function app.oldest_rows() returns table (name text, at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_rule record;
begin
  return query select 'events', min(h.first_at) from public.log_heads h where h.first_at is not null;
  return query select 'audit', min(h.audit_first_at) from public.log_heads h where h.audit_first_at is not null;
  for v_rule in select * from app.retained() loop
    return query execute format('select %L, min(%s)::timestamptz from %s where %s', v_rule.name, v_rule.due, v_rule.relation, v_rule.condition);
  end loop;
end $$;
revoke execute on function app.oldest_rows() from public;
grant execute on function app.oldest_rows() to baton_admin;
