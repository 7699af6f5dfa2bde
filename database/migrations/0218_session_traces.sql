-- What the hooks of an agent's client saw in a session, folded into one row. It stands beside the checkpoints, in which the agent says what it means.
create table session_traces (
  org_id uuid not null,
  session_id uuid not null,
  said text[] not null check (cardinality(said) <= 3),
  files text[] not null check (cardinality(files) <= 100),
  ran jsonb not null check (jsonb_typeof(ran) = 'array'),
  updated_at timestamptz not null,
  primary key (org_id, session_id),
  foreign key (org_id, session_id) references agent_sessions (org_id, id)
);
create index session_traces_age on session_traces (updated_at);
select app.protect_tenant_table('session_traces', 'select, insert, update');

-- Saved by a hook that can't say so: true where its form gives it away.
alter table session_checkpoints add column by_hook boolean not null default false;
