-- Every tool call of the last weeks, so that a session can be read step by step. What was said is stored where it belongs.
create table recent_calls (
  org_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  session_id uuid,
  tool text not null check (length(tool) <= 64),
  ok boolean not null,
  milliseconds integer not null check (milliseconds >= 0),
  tokens_returned integer not null check (tokens_returned >= 0),
  -- Which memories a search gave, and why: [{"id", "text", "meaning"}].
  recalled jsonb not null default '[]' check (jsonb_typeof(recalled) = 'array'),
  at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, agent_id) references agents (org_id, id),
  foreign key (org_id, session_id) references agent_sessions (org_id, id)
);
comment on table recent_calls is 'tenant';
create index recent_calls_agent on recent_calls (org_id, agent_id, at desc);
create index recent_calls_session on recent_calls (org_id, session_id, at desc) where session_id is not null;
create index recent_calls_at on recent_calls (org_id, at);
alter table recent_calls enable row level security;
alter table recent_calls force row level security;
create policy owner_all on recent_calls to baton_owner using (true) with check (true);
create policy tenant on recent_calls to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()));
grant select, insert, delete on recent_calls to baton_app;
