-- One row an organization: the counter that makes commit order the log's order, and the end of its audit chain. The all-zero
-- id is the instance's own chain.
create table log_heads (
  org_id uuid primary key,
  seq bigint not null default 0,
  first_seq bigint not null default 1,
  audit_seq bigint not null default 0,
  audit_hash bytea not null default '\x00'
);
comment on table log_heads is 'tenant';
insert into log_heads (org_id) values ('00000000-0000-0000-0000-000000000000');

create table events (
  org_id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  type text not null,
  actor jsonb not null,
  project_id uuid,
  owner_id uuid,
  subject_id uuid,
  data jsonb not null,
  primary key (org_id, seq)
) partition by hash (org_id);
comment on table events is 'tenant';
create index events_subject on events (org_id, subject_id, seq) where subject_id is not null;
create index events_project on events (org_id, project_id, seq) where project_id is not null;

create table audit (
  org_id uuid not null,
  seq bigint not null,
  entry jsonb not null,
  hash bytea not null,
  at timestamptz not null default now(),
  operation text generated always as (entry ->> 'operation') stored,
  outcome text generated always as (entry ->> 'outcome') stored,
  primary key (org_id, seq)
);
comment on table audit is 'tenant';

do $$
declare t text;
begin
  for i in 0..15 loop
    execute format('create table events_%s partition of events for values with (modulus 16, remainder %s)', lpad(i::text, 2, '0'), i);
    execute format('comment on table events_%s is ''tenant''', lpad(i::text, 2, '0'));
  end loop;
  for t in select 'events' union all select format('events_%s', lpad(i::text, 2, '0')) from generate_series(0, 15) i
      union all values ('log_heads'), ('audit') loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy append on %I to baton_log using (true) with check (true)', t);
    execute format('create policy tenant on %I for select to baton_app using (org_id = (select app.org()))', t);
    execute format('create policy administration on %I for select to baton_admin using (true)', t);
  end loop;
end $$;
-- Partitions get no grant of their own: the serving roles reach events only through the parent.
grant select on events, audit, log_heads to baton_app, baton_admin;
grant select, insert, update on log_heads, events, audit to baton_log;
grant usage on schema public to baton_log;

create policy found on log_heads for insert to baton_auth with check (seq = 0 and audit_seq = 0);
create policy found_app on log_heads for insert to baton_app with check (org_id = (select app.org()) and seq = 0 and audit_seq = 0);
grant insert (org_id) on log_heads to baton_auth, baton_app;

-- The only way into the log. Called as a transaction's last statement, so the head's row lock is held only until COMMIT.
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
        else sha256(audit_hash || convert_to((audit_seq + 1)::text || p_audit::text, 'UTF8')) end
    where org_id = v_org returning * into v_head;
  if not found then raise exception 'append: the organization has no log'; end if;
  if v_count > 0 then
    insert into public.events (org_id, seq, at, type, actor, project_id, owner_id, subject_id, data)
    select v_org, v_head.seq - v_count + e.place, (e.event ->> 'at')::timestamptz, e.event ->> 'type', e.event -> 'actor',
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
-- An owner gives a function away only to a role that may create in its schema; the right lasts for this one statement.
grant create on schema app to baton_log;
alter function app.append(jsonb, jsonb) owner to baton_log;
revoke create on schema app from baton_log;
