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
