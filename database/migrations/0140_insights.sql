-- What insights are counted from: since when and until when each task had a status and each feature stood at a gate. Written by triggers on the log,
-- so that nothing that changes a task can leave it out.
create table status_changes (
  org_id uuid not null,
  item_id uuid not null,
  -- The event that began it. What another task's event began (a blocker closed) has that one's.
  seq bigint not null,
  at timestamptz not null,
  until timestamptz,
  -- Null: it began with it. The same as status where only `blocked` changed.
  from_status text,
  status text not null,
  blocked boolean not null,
  user_id uuid,
  agent_id uuid,
  primary key (org_id, item_id, seq),
  foreign key (org_id, item_id) references work_items (org_id, id) on delete cascade,
  check (until >= at)
);
create unique index status_changes_open on status_changes (org_id, item_id) where until is null;
create index status_changes_done on status_changes (org_id, at) where status = 'complete';
create index status_changes_until on status_changes (until) where until is not null;
select app.protect_tenant_table('status_changes', 'select');

create table gate_changes (
  org_id uuid not null,
  feature_id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  until timestamptz,
  status text not null,
  -- Null: it has shipped.
  gate text,
  gate_kind text,
  -- Who brought it there, and whom it waited for.
  user_id uuid,
  agent_id uuid,
  waiting_for uuid[] not null default '{}',
  -- The event that ended it: advanced, shipped, sent_back, cancelled, restored.
  left_by text,
  primary key (org_id, feature_id, seq),
  foreign key (org_id, feature_id) references features (org_id, id) on delete cascade,
  check (until >= at)
);
create unique index gate_changes_open on gate_changes (org_id, feature_id) where until is null;
create index gate_changes_until on gate_changes (until) where until is not null;
select app.protect_tenant_table('gate_changes', 'select');

-- What insights are counted from. Each row says since when a task had a status and until when; the open one has no end. Rows are written with the
-- event that changes something, in the same transaction: the head of the log, which `append` holds until it commits, keeps one organization's in order.
create or replace function app.put_status(p_org uuid, p_item uuid, p_seq bigint, p_at timestamptz, p_status text, p_blocked boolean,
    p_user uuid, p_agent uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_open public.status_changes;
  v_at timestamptz;
begin
  select * into v_open from public.status_changes c where c.org_id = p_org and c.item_id = p_item and c.until is null;
  if v_open.status = p_status and v_open.blocked = p_blocked then return; end if;
  -- The clocks of two nodes differ a little; no row ends before it begins.
  v_at := greatest(p_at, v_open.at);
  update public.status_changes c set until = v_at where c.org_id = p_org and c.item_id = p_item and c.until is null;
  insert into public.status_changes (org_id, item_id, seq, at, from_status, status, blocked, user_id, agent_id)
    values (p_org, p_item, p_seq, v_at, v_open.status, p_status, p_blocked, p_user, p_agent);
end $$;
revoke execute on function app.put_status(uuid, uuid, bigint, timestamptz, text, boolean, uuid, uuid) from public;

-- Whether an open task waits for another that is open. A closed one waits for nothing.
create or replace function app.waits_for_another(p_org uuid, p_item uuid, p_status text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p_status not in ('complete', 'cancelled') and exists (select from public.work_item_dependencies d
    join public.work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id
    where d.org_id = p_org and d.item_id = p_item and b.status not in ('complete', 'cancelled') and b.deleted_at is null)
$$;
revoke execute on function app.waits_for_another(uuid, uuid, text) from public;

create or replace function app.note_status_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_before text;
  v_status text := new.data #>> '{item,status}';
  v_waiting record;
begin
  -- Counting must never be what a write fails for.
  if new.subject_id is null or v_status is null then return null; end if;
  select c.status into v_before from public.status_changes c where c.org_id = new.org_id and c.item_id = new.subject_id and c.until is null;
  perform app.put_status(new.org_id, new.subject_id, new.seq, new.at, v_status,
    app.waits_for_another(new.org_id, new.subject_id, v_status), new.user_id, new.agent_id);
  -- What a task holds up gets no event of its own when that task closes, goes, or opens again.
  if new.type in ('task.deleted', 'task.restored') or (v_before in ('complete', 'cancelled')) <> (v_status in ('complete', 'cancelled')) then
    for v_waiting in select c.item_id, c.status from public.work_item_dependencies d
        join public.status_changes c on c.org_id = d.org_id and c.item_id = d.item_id and c.until is null
        where d.org_id = new.org_id and d.blocked_by_id = new.subject_id order by c.item_id loop
      perform app.put_status(new.org_id, v_waiting.item_id, new.seq, new.at, v_waiting.status,
        app.waits_for_another(new.org_id, v_waiting.item_id, v_waiting.status), null, null);
    end loop;
  end if;
  return null;
end $$;
revoke execute on function app.note_status_change() from public;

-- Writes the rows of tasks that are older than this table from what the log still has of them. The organization's log stands still for the
-- batch, so a batch is small. What came before the oldest event left is taken to have been as that event found it.
create or replace function app.fill_status_changes(p_cursor text, p_most integer) returns table (cursor text, rows integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_org uuid := coalesce(split_part(p_cursor, ' ', 1), '00000000-0000-0000-0000-000000000000')::uuid;
  v_item uuid := coalesce(split_part(p_cursor, ' ', 2), '00000000-0000-0000-0000-000000000000')::uuid;
  v_items uuid[];
begin
  -- One organization a batch: its next tasks, or those of the next organization.
  select w.org_id into v_org from public.work_items w
    where (w.org_id, w.id) > (v_org, v_item) order by w.org_id, w.id limit 1;
  if not found then return query select p_cursor, 0; return; end if;
  if v_org::text <> coalesce(split_part(p_cursor, ' ', 1), '') then v_item := '00000000-0000-0000-0000-000000000000'; end if;
  perform from public.log_heads h where h.org_id = v_org for update;
  select array_agg(n.id) into v_items from (select w.id from public.work_items w
    where w.org_id = v_org and w.id > v_item order by w.id limit least(p_most, 200)) n;
  with old as (
    select w.id, w.created_at, coalesce(w.completed_at, w.created_at) as since, w.status, (select min(e.seq) from public.events e where e.org_id = v_org and e.subject_id = w.id
        and e.type in ('task.created', 'task.updated', 'task.deleted', 'task.restored', 'task.claimed', 'task.released')) as first_seq
    from public.work_items w where w.org_id = v_org and w.id = any(v_items) and w.kind = 'task'),
  lacking as (select o.* from old o where not exists (select from public.status_changes c
    where c.org_id = v_org and c.item_id = o.id and c.seq <= coalesce(o.first_seq, 0))),
  gone as (delete from public.status_changes c using lacking l where c.org_id = v_org and c.item_id = l.id returning c.seq)
  insert into public.status_changes (org_id, item_id, seq, at, until, from_status, status, blocked, user_id, agent_id)
  select v_org, t.id, t.seq, t.at, lead(t.at) over (partition by t.id order by t.seq), t.before, t.status, t.blocked, t.user_id, t.agent_id
  from (
    select s.*, lag(s.status) over each as before, lag(s.blocked) over each as blocked_before from (
      select l.id, e.seq, case when e.seq = l.first_seq then l.created_at else e.at end as at, e.data #>> '{item,status}' as status,
        coalesce((e.data #>> '{item,blocked}')::boolean, false) and e.data #>> '{item,status}' not in ('complete', 'cancelled') as blocked,
        e.user_id, e.agent_id
      from lacking l join public.events e on e.org_id = v_org and e.subject_id = l.id
        and e.type in ('task.created', 'task.updated', 'task.deleted', 'task.restored', 'task.claimed', 'task.released')
      union all select l.id, 0, l.since, l.status, false, null, null from lacking l where l.first_seq is null) s
    window each as (partition by s.id order by s.seq)) t
  where (select count(*) from gone) >= 0 and (t.before is null or t.before <> t.status or t.blocked_before <> t.blocked);
  return query select v_org || ' ' || v_items[cardinality(v_items)], cardinality(v_items);
end $$;
revoke execute on function app.fill_status_changes(text, integer) from public;

-- The same of features: since when and until when one stood at a gate, whom it waited for there and how it left.
create or replace function app.note_gate_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_open public.gate_changes;
  v_at timestamptz;
begin
  -- Counting must never be what a write fails for.
  if new.subject_id is null then return null; end if;
  select * into v_open from public.gate_changes g where g.org_id = new.org_id and g.feature_id = new.subject_id and g.until is null;
  if new.type in ('feature.waiting', 'feature.review_requested') then
    update public.gate_changes g set waiting_for = array(select jsonb_array_elements_text(coalesce(new.data -> 'waiting_for', new.data -> 'reviewers'))::uuid)
      where g.org_id = new.org_id and g.feature_id = new.subject_id and g.until is null;
    return null;
  end if;
  if new.data #>> '{feature,status}' is null then return null; end if;
  if v_open.feature_id is not null and v_open.status = new.data #>> '{feature,status}' and v_open.gate is not distinct from new.data #>> '{feature,gate}' then return null; end if;
  v_at := greatest(new.at, v_open.at);
  update public.gate_changes g set until = v_at, left_by = split_part(new.type, '.', 2)
    where g.org_id = new.org_id and g.feature_id = new.subject_id and g.until is null;
  insert into public.gate_changes (org_id, feature_id, seq, at, status, gate, gate_kind, user_id, agent_id)
    values (new.org_id, new.subject_id, new.seq, v_at, new.data #>> '{feature,status}', new.data #>> '{feature,gate}',
      new.data #>> '{feature,gate_kind}', new.user_id, new.agent_id);
  return null;
end $$;
revoke execute on function app.note_gate_change() from public;

create or replace function app.fill_gate_changes(p_cursor text, p_most integer) returns table (cursor text, rows integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_org uuid := coalesce(split_part(p_cursor, ' ', 1), '00000000-0000-0000-0000-000000000000')::uuid;
  v_feature uuid := coalesce(split_part(p_cursor, ' ', 2), '00000000-0000-0000-0000-000000000000')::uuid;
  v_features uuid[];
  v_types text[] := array['feature.created', 'feature.advanced', 'feature.sent_back', 'feature.shipped', 'feature.cancelled', 'feature.restored'];
begin
  select f.org_id into v_org from public.features f
    where (f.org_id, f.id) > (v_org, v_feature) order by f.org_id, f.id limit 1;
  if not found then return query select p_cursor, 0; return; end if;
  if v_org::text <> coalesce(split_part(p_cursor, ' ', 1), '') then v_feature := '00000000-0000-0000-0000-000000000000'; end if;
  perform from public.log_heads h where h.org_id = v_org for update;
  select array_agg(n.id) into v_features from (select f.id from public.features f
    where f.org_id = v_org and f.id > v_feature order by f.id limit least(p_most, 200)) n;
  with old as (
    select f.id, f.created_at, f.updated_at, f.status, f.gate, f.gate_kind, (select min(e.seq) from public.events e
      where e.org_id = v_org and e.subject_id = f.id and e.type = any(v_types)) as first_seq
    from public.features f where f.org_id = v_org and f.id = any(v_features)),
  lacking as (select o.* from old o where not exists (select from public.gate_changes g
    where g.org_id = v_org and g.feature_id = o.id and g.seq <= coalesce(o.first_seq, 0))),
  gone as (delete from public.gate_changes g using lacking l where g.org_id = v_org and g.feature_id = l.id returning g.seq)
  insert into public.gate_changes (org_id, feature_id, seq, at, until, left_by, status, gate, gate_kind, user_id, agent_id, waiting_for)
  select v_org, t.id, t.seq, t.at, lead(t.at) over next, split_part(lead(t.type) over next, '.', 2), t.status, t.gate, t.gate_kind, t.user_id, t.agent_id,
    array(select jsonb_array_elements_text(coalesce(a.data -> 'waiting_for', a.data -> 'reviewers'))::uuid from (
      select e.data from public.events e where e.org_id = v_org and e.subject_id = t.id and e.seq > t.seq
        and e.type in ('feature.waiting', 'feature.review_requested') and e.data ->> 'gate' = t.gate order by e.seq limit 1) a)
  from (
    select s.*, lag(s.status) over each as status_before, lag(s.gate) over each as gate_before from (
      select l.id, e.seq, e.type, e.at, e.data #>> '{feature,status}' as status, e.data #>> '{feature,gate}' as gate,
        e.data #>> '{feature,gate_kind}' as gate_kind, e.user_id, e.agent_id
      from lacking l join public.events e on e.org_id = v_org and e.subject_id = l.id and e.type = any(v_types)
      union all select l.id, 0, '', l.updated_at, l.status, l.gate, l.gate_kind, null, null from lacking l where l.first_seq is null) s
    window each as (partition by s.id order by s.seq)) t
  where (select count(*) from gone) >= 0
    and (t.status_before is null or t.status_before <> t.status or t.gate_before is distinct from t.gate)
  window next as (partition by t.id order by t.seq);
  return query select v_org || ' ' || v_features[cardinality(v_features)], cardinality(v_features);
end $$;
revoke execute on function app.fill_gate_changes(text, integer) from public;

create trigger status_change after insert on events for each row
  when (new.type in ('task.created', 'task.updated', 'task.deleted', 'task.restored', 'task.claimed', 'task.released'))
  execute function app.note_status_change();
create trigger gate_change after insert on events for each row
  when (new.type in ('feature.created', 'feature.advanced', 'feature.sent_back', 'feature.shipped', 'feature.cancelled', 'feature.restored',
    'feature.waiting', 'feature.review_requested'))
  execute function app.note_gate_change();
