-- An agent session is one stretch of an agent's work: what it is for, where it stands, what it has used. Login sessions are
-- something else and live in the schema auth. One of a project is seen by whoever sees that, any other by its owner alone.
create table agent_sessions (
  org_id uuid not null references organizations (id),
  id uuid not null,
  owner_id uuid not null references users (id),
  agent_id uuid,
  project_id uuid,
  parent_id uuid,
  status text not null default 'running' check (status in ('running', 'ended', 'stopped', 'lost')),
  goals text[] not null check (cardinality(goals) between 1 and 20),
  context text not null default '' check (length(context) <= 20000),
  outcome text check (length(outcome) <= 4000),
  checkpoints integer not null default 0,
  -- Where it stood in the log when it was last heard of, so that a resume can tell what others did since.
  seen_at timestamptz not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, agent_id) references agents (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, parent_id) references agent_sessions (org_id, id),
  check ((status in ('running', 'lost')) = (ended_at is null))
);
comment on table agent_sessions is 'tenant';
create index agent_sessions_owner on agent_sessions (org_id, owner_id, id);
create index agent_sessions_agent on agent_sessions (org_id, agent_id, id) where agent_id is not null;
create index agent_sessions_project on agent_sessions (org_id, project_id, id) where project_id is not null;
create index agent_sessions_running on agent_sessions (org_id, agent_id) where status in ('running', 'lost');
create index agent_sessions_parent on agent_sessions (org_id, parent_id) where parent_id is not null;

-- Never changed: the serving role may add and read. A number that was not reported is null, and
-- null is not zero. Costs are in millionths of a US dollar, so that sums are exact.
create table session_checkpoints (
  org_id uuid not null,
  session_id uuid not null,
  number integer not null check (number > 0),
  progress text not null check (length(progress) <= 4000),
  state text not null default '' check (length(state) <= 20000),
  files text[] not null default '{}' check (cardinality(files) <= 100),
  model text check (length(model) <= 120),
  tokens_in bigint check (tokens_in >= 0),
  tokens_out bigint check (tokens_out >= 0),
  cost_micros bigint check (cost_micros >= 0),
  seconds integer check (seconds >= 0),
  agent_id uuid,
  created_at timestamptz not null,
  primary key (org_id, session_id, number),
  foreign key (org_id, session_id) references agent_sessions (org_id, id),
  foreign key (org_id, agent_id) references agents (org_id, id)
);
comment on table session_checkpoints is 'tenant';

-- What a person tells an agent while it works. It travels with the agent's next tool result, once.
create table session_hints (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('hint', 'ask_release')),
  session_id uuid,
  agent_id uuid,
  task_id uuid,
  author_id uuid not null references users (id),
  body text not null check (length(body) <= 2000),
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, session_id) references agent_sessions (org_id, id),
  foreign key (org_id, agent_id) references agents (org_id, id),
  foreign key (org_id, task_id) references work_items (org_id, id),
  check (num_nonnulls(session_id, task_id) > 0)
);
comment on table session_hints is 'tenant';
create index session_hints_waiting on session_hints (org_id, agent_id) where delivered_at is null and agent_id is not null;
create index session_hints_session on session_hints (org_id, session_id, id) where session_id is not null;
create index session_hints_task on session_hints (org_id, task_id, id) where task_id is not null;

-- What was used, by day (UTC), agent, project and model. Sums are of what was reported; the counts tell how much was not.
create table usage_days (
  org_id uuid not null references organizations (id),
  id uuid not null,
  day date not null,
  owner_id uuid not null references users (id),
  agent_id uuid,
  project_id uuid,
  model text,
  tokens_in bigint,
  tokens_out bigint,
  cost_micros bigint,
  seconds bigint,
  reports integer not null,
  reports_without_tokens integer not null,
  reports_without_cost integer not null,
  primary key (org_id, id),
  unique nulls not distinct (org_id, day, owner_id, agent_id, project_id, model),
  foreign key (org_id, agent_id) references agents (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id)
);
comment on table usage_days is 'tenant';
create index usage_days_agent on usage_days (org_id, agent_id, day) where agent_id is not null;

create table agent_budgets (
  org_id uuid not null,
  agent_id uuid not null,
  daily_tokens bigint check (daily_tokens > 0),
  monthly_tokens bigint check (monthly_tokens > 0),
  daily_cost_micros bigint check (daily_cost_micros > 0),
  monthly_cost_micros bigint check (monthly_cost_micros > 0),
  updated_by uuid not null references users (id),
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (org_id, agent_id),
  foreign key (org_id, agent_id) references agents (org_id, id)
);
comment on table agent_budgets is 'tenant';

-- How the tools are used, in hours; a node adds what it has counted every few seconds.
create table tool_calls (
  org_id uuid not null,
  hour timestamptz not null,
  agent_id uuid not null,
  tool text not null check (length(tool) <= 64),
  calls bigint not null,
  errors bigint not null,
  milliseconds bigint not null,
  tokens_returned bigint not null,
  primary key (org_id, hour, agent_id, tool),
  foreign key (org_id, agent_id) references agents (org_id, id)
);
comment on table tool_calls is 'tenant';

create table agent_last_calls (
  org_id uuid not null,
  agent_id uuid not null,
  tool text not null check (length(tool) <= 64),
  ok boolean not null,
  at timestamptz not null,
  primary key (org_id, agent_id),
  foreign key (org_id, agent_id) references agents (org_id, id)
);
comment on table agent_last_calls is 'tenant';

do $$
declare t text;
begin
  foreach t in array array['agent_sessions', 'session_checkpoints', 'session_hints', 'usage_days', 'agent_budgets', 'tool_calls', 'agent_last_calls'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to baton_owner using (true) with check (true)', t);
    execute format('create policy tenant on %I to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', t);
  end loop;
end $$;
grant select, insert, update on agent_sessions, session_hints, usage_days, agent_budgets, tool_calls, agent_last_calls to baton_app;
grant select, insert on session_checkpoints to baton_app;

-- Who stopped an agent and why; nobody did if it ran over its budget.
alter table agents add column stop_reason text check (length(stop_reason) <= 500), add column stopped_by uuid references users (id),
  add column stopped_at timestamptz;
create index work_items_holder on work_items (org_id, lease_holder) where lease_holder is not null;
