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
