-- Adds number, key and rank of an item to an answer, or to the events about it, that were sent together with its insert: before that nobody knew them.
create or replace function app.with_number(p_json jsonb, p_item uuid) returns jsonb language plpgsql stable
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  -- As a variable: a plan for the value itself, made while an organization is new, would be kept for large ones.
  v_org uuid := app.org();
  v_fields jsonb;
begin
  if p_item is null then return p_json; end if;
  select jsonb_build_object('number', w.number, 'key', w.key, 'rank', w.rank) into strict v_fields
    from public.work_items w where w.org_id = v_org and w.id = p_item;
  if jsonb_typeof(p_json) = 'object' then return p_json || v_fields; end if;
  return (select jsonb_agg(case when e.event #>> '{data,item,id}' = p_item::text
      then jsonb_set(e.event, '{data,item}', (e.event #> '{data,item}') || v_fields) else e.event end order by e.place)
    from jsonb_array_elements(p_json) with ordinality as e (event, place));
end $$;
revoke execute on function app.with_number(jsonb, uuid) from public;
grant execute on function app.with_number(jsonb, uuid) to baton_app, baton_auth, baton_admin;

-- The only way into the log. Called as a transaction's last statement, so the head's row lock is held only until COMMIT. Where there are few
-- organizations the planner would read the whole table of heads, with every version that a held snapshot keeps; and once the index by place has
-- grown, it would find the head by the organization alone and sort what it found.
drop function if exists app.append(jsonb, jsonb);
create function app.append(p_events jsonb, p_audit jsonb) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set enable_sort = off
as $$
declare
  v_org uuid := app.org();
  v_count integer := jsonb_array_length(p_events);
  v_head public.log_heads;
  v_at tid;
begin
  if v_org is null then raise exception 'append: no organization is set'; end if;
  -- The newest place first: by the organization alone, every version that a held snapshot keeps would be passed, here under the lock.
  select h.ctid into v_at from public.log_heads h where h.org_id = v_org order by h.place desc limit 1 for no key update;
  if not found then raise exception 'append: the organization has no log'; end if;
  update public.log_heads set
      place = (seq + audit_seq) / 256,
      seq = seq + v_count,
      audit_seq = case when p_audit is null then audit_seq else audit_seq + 1 end,
      audit_hash = case when p_audit is null then audit_hash
        else sha256(audit_hash || convert_to((audit_seq + 1)::text || p_audit::text, 'UTF8')) end,
      -- These three change their index only where something begins, so the row is updated in place otherwise.
      first_at = coalesce(first_at, (p_events -> 0 ->> 'at')::timestamptz),
      audit_first_at = case when p_audit is null then audit_first_at else coalesce(audit_first_at, now()) end,
      unread = unread or v_count > 0
    where ctid = v_at returning * into v_head;
  if not found then raise exception 'append: the head of the log has moved'; end if;
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
revoke execute on function app.append(jsonb, jsonb) from public;
grant execute on function app.append(jsonb, jsonb) to baton_app, baton_auth, baton_admin;

-- What belongs to another role cannot be replaced by baton_owner, so it is dropped, made anew and given back. It can only be given to a role
-- that may create in the schema; that right lasts for these statements.
grant create on schema app to baton_log;
alter function app.append(jsonb, jsonb) owner to baton_log;
revoke create on schema app from baton_log;
