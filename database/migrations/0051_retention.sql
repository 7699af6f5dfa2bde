-- When each organization's oldest event and oldest audit entry are from, so that what is due is found by an index and not by looking
-- at every organization; whether a reader of its log may be behind; and where its audit chain begins now: the last entry that was
-- removed, under a seal of the server, which the database does not have the key of.
alter table log_heads add column first_at timestamptz, add column audit_first_at timestamptz, add column unread boolean not null default true,
  add column anchor_seq bigint not null default 0, add column anchor_hash bytea not null default '\x00', add column anchor_seal bytea;

drop function app.append(jsonb, jsonb), app.trim_events(timestamptz, integer);
create function app.append(p_events jsonb, p_audit jsonb) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_org uuid := app.org();
  v_count integer := jsonb_array_length(p_events);
  v_head public.log_heads;
begin
  if v_org is null then raise exception 'append: no organization is set'; end if;
  update public.log_heads set
      seq = seq + v_count,
      audit_seq = case when p_audit is null then audit_seq else audit_seq + 1 end,
      audit_hash = case when p_audit is null then audit_hash
        else sha256(audit_hash || convert_to((audit_seq + 1)::text || p_audit::text, 'UTF8')) end,
      -- These three change their index only where something begins, so the row is updated in place otherwise.
      first_at = coalesce(first_at, (p_events -> 0 ->> 'at')::timestamptz),
      audit_first_at = case when p_audit is null then audit_first_at else coalesce(audit_first_at, now()) end,
      unread = unread or v_count > 0
    where org_id = v_org returning * into v_head;
  if not found then raise exception 'append: the organization has no log'; end if;
  if v_count > 0 then
    insert into public.events (org_id, seq, at, type, actor, user_id, agent_id, project_id, owner_id, subject_id, data)
    select v_org, v_head.seq - v_count + e.place, (e.event ->> 'at')::timestamptz, e.event ->> 'type', e.event -> 'actor',
      (e.event -> 'actor' ->> 'user_id')::uuid, (e.event -> 'actor' ->> 'agent_id')::uuid,
      (e.event ->> 'project_id')::uuid, (e.event ->> 'owner_id')::uuid, (e.event ->> 'subject_id')::uuid, e.event -> 'data'
    from jsonb_array_elements(p_events) with ordinality as e (event, place);
  end if;
  if p_audit is not null then
    insert into public.audit (org_id, seq, entry, hash) values (v_org, v_head.audit_seq, p_audit, v_head.audit_hash);
  end if;
  return v_head.seq;
end $$;

-- Removes the oldest events and raises first_seq: an older cursor is told to resync. The heads are taken last, so nobody's writes
-- wait while events are removed. Answers how many logs or events it has moved on; 0: nothing is due.
create function app.trim_events(p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_head record;
  v_last bigint;
  v_gone integer;
  v_total integer := 0;
  v_orgs uuid[] := '{}';
  v_firsts bigint[] := '{}';
begin
  for v_head in select org_id, first_seq from public.log_heads where first_at < p_before order by first_at limit 500 loop
    -- Within an organization seq order is time order, so the walk ends at the first event that stays.
    select max(e.seq) into v_last from (
      select seq, at from public.events where org_id = v_head.org_id and seq >= v_head.first_seq order by seq limit p_most - v_total) e
      where e.at < p_before;
    delete from public.events where org_id = v_head.org_id and seq <= v_last;
    get diagnostics v_gone = row_count;
    v_orgs := v_orgs || v_head.org_id;
    v_firsts := v_firsts || coalesce(v_last + 1, v_head.first_seq);
    v_total := v_total + greatest(v_gone, 1);
    exit when v_total >= p_most;
  end loop;
  -- Under the lock, in a statement of its own: an event that was appended meanwhile is seen.
  perform from public.log_heads where org_id = any(v_orgs) order by org_id for update;
  update public.log_heads h set first_seq = c.first_seq, first_at = (select e.at from public.events e
      where e.org_id = c.org_id and e.seq >= c.first_seq order by e.seq limit 1)
    from unnest(v_orgs, v_firsts) c (org_id, first_seq) where h.org_id = c.org_id;
  return v_total;
end $$;

revoke execute on function app.append(jsonb, jsonb), app.trim_events(timestamptz, integer) from public;
grant execute on function app.append(jsonb, jsonb) to baton_app, baton_auth, baton_admin;
grant execute on function app.trim_events(timestamptz, integer) to baton_admin;
grant create on schema app to baton_log;
alter function app.append(jsonb, jsonb) owner to baton_log;
alter function app.trim_events(timestamptz, integer) owner to baton_log;
revoke create on schema app from baton_log;
set local role baton_log;
grant execute on function app.trim_events(timestamptz, integer) to baton_owner;
reset role;

-- Whose audit chains have entries that are due, the longest overdue first.
create function app.audit_due(p_before timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select org_id from public.log_heads where audit_first_at < p_before order by audit_first_at limit 20 $$;

-- The last entry of a chain's beginning that is due, and its hash: what the server seals.
create function app.audit_end(p_org uuid, p_before timestamptz, p_most integer) returns table (seq bigint, hash bytea)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select e.seq, e.hash from (
    select a.seq, a.hash, a.at from public.audit a join public.log_heads h on h.org_id = a.org_id and a.seq > h.anchor_seq
    where a.org_id = p_org order by a.seq limit p_most) e
  where e.at < p_before order by e.seq desc limit 1
$$;

-- Removes a chain's beginning up to p_seq and puts the sealed anchor in its place. Only old entries go, only in one piece, and only
-- under the hash they really had.
create function app.trim_audit(p_org uuid, p_seq bigint, p_hash bytea, p_seal bytea, p_before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_head public.log_heads;
  v_gone integer;
begin
  if not exists (select from public.audit a where a.org_id = p_org and a.seq = p_seq and a.hash = p_hash and a.at < p_before) then
    raise exception 'trim_audit: that entry is not old enough, or has another hash';
  end if;
  delete from public.audit a where a.org_id = p_org and a.seq <= p_seq;
  get diagnostics v_gone = row_count;
  select * into v_head from public.log_heads h where h.org_id = p_org for update;
  if v_gone <> p_seq - v_head.anchor_seq then raise exception 'trim_audit: the chain has a hole before that entry'; end if;
  update public.log_heads h set anchor_seq = p_seq, anchor_hash = p_hash, anchor_seal = p_seal,
      audit_first_at = (select a.at from public.audit a where a.org_id = p_org and a.seq > p_seq order by a.seq limit 1)
    where h.org_id = p_org;
  return v_gone;
end $$;

-- The organizations in which this reader has something to read. Those that all readers are done with are taken off the list first.
create function app.organizations_behind(p_reader text) returns setof uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  with done as (
    select h.org_id from public.log_heads h where h.unread and not exists (
      select from unnest(array['notifications', 'webhooks']) r (reader) where h.seq > coalesce(
        (select l.seq from public.log_readers l where l.org_id = h.org_id and l.reader = r.reader), 0))
    limit 1000 for update skip locked)
  update public.log_heads h set unread = false from done d where h.org_id = d.org_id;
  return query select h.org_id from public.log_heads h join public.organizations o on o.id = h.org_id
    left join public.log_readers r on r.org_id = h.org_id and r.reader = p_reader
    where h.unread and h.seq > coalesce(r.seq, 0) and o.deleted_at is null limit 1000;
end $$;

-- What is removed by its age: the column that says since when it counts, and what must hold besides.
create function app.retained() returns table (name text, relation text, due text, condition text)
  language sql immutable set search_path = pg_catalog, pg_temp
as $$
  values
    ('idempotency', 'public.idempotency', 'created_at', 'true'),
    ('attempts', 'auth.attempts', 'at', 'true'),
    ('oidc_records', 'auth.oidc_records', 'expires_at', 'true'),
    ('pending_logins', 'auth.pending_logins', 'expires_at', 'true'),
    ('passkey_challenges', 'auth.passkey_challenges', 'expires_at', 'true'),
    ('mailings', 'auth.mailings', 'created_at', 'true'),
    ('notifications', 'public.notifications', 'created_at', 'read_at is not null'),
    ('webhook_deliveries', 'public.webhook_deliveries', 'created_at', 'true'),
    ('sessions', 'auth.sessions', 'ends_at', 'true'),
    ('tokens', 'auth.tokens', 'least(expires_at, revoked_at)', 'true'),
    ('oauth_grants', 'auth.oauth_grants', 'least(expires_at, revoked_at)', 'true'),
    ('invites', 'public.invites', 'least(expires_at, accepted_at, declined_at, revoked_at)', 'true'),
    ('tool_calls', 'public.tool_calls', 'hour', 'true'),
    ('usage_days', 'public.usage_days', 'day', 'true'),
    ('session_checkpoints', 'public.session_checkpoints', 'created_at', 'true'),
    ('comments', 'public.comments', 'deleted_at', 'deleted_at is not null'),
    ('work_items', 'public.work_items', 'deleted_at', 'deleted_at is not null'),
    ('memories', 'public.memories', 'deleted_at', 'deleted_at is not null')
$$;

-- Removes at most so many rows that were due before p_before; call it until it says 0. Rows that somebody holds are left for the next time.
create function app.purge(p_name text, p_before timestamptz, p_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_rule record;
  v_leaves text := '';
  v_gone integer;
begin
  if p_name = 'events' then return app.trim_events(p_before, p_most); end if;
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

-- Deleted items, those below first, with what belongs to them alone. That they were there stays in the audit trail.
create function app.purge_work_items(p_before timestamptz, p_most integer) returns integer
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

-- Since when the oldest row of each counts: one look at the beginning of an index a table.
create function app.oldest_rows() returns table (name text, at timestamptz)
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

revoke execute on function app.audit_due(timestamptz), app.audit_end(uuid, timestamptz, integer), app.trim_audit(uuid, bigint, bytea, bytea, timestamptz),
  app.organizations_behind(text), app.retained(), app.purge(text, timestamptz, integer), app.purge_work_items(timestamptz, integer),
  app.oldest_rows() from public;
grant execute on function app.audit_due(timestamptz), app.audit_end(uuid, timestamptz, integer), app.trim_audit(uuid, bigint, bytea, bytea, timestamptz),
  app.organizations_behind(text), app.purge(text, timestamptz, integer), app.oldest_rows() to baton_admin;
