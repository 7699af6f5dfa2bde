-- What a person says on a task reaches the agents it is for with their next tool result, once: those it mentions, the one that holds
-- the task, and those that asked. `delivered_at` is when it went out with a result, `read_at` when the same window called again after
-- that, so that the result did arrive. The words themselves stay in the comment.
create table comment_deliveries (
  org_id uuid not null,
  comment_id uuid not null,
  agent_id uuid not null,
  why text not null check (why in ('mention', 'reply')),
  created_at timestamptz not null,
  delivered_at timestamptz,
  -- Which window of the agent got it; empty where its protocol does not tell windows apart.
  delivered_to text check (length(delivered_to) <= 200),
  read_at timestamptz,
  primary key (org_id, comment_id, agent_id),
  foreign key (org_id, comment_id) references comments (org_id, id) on delete cascade,
  foreign key (org_id, agent_id) references agents (org_id, id)
);
comment on table comment_deliveries is 'tenant';
create index comment_deliveries_open on comment_deliveries (org_id, agent_id) where read_at is null;
alter table comment_deliveries enable row level security;
alter table comment_deliveries force row level security;
create policy owner_all on comment_deliveries to baton_owner using (true) with check (true);
create policy tenant on comment_deliveries to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()));
grant select, insert, update on comment_deliveries to baton_app;

-- A mention says what was asked and where: the beginning of the comment, and the comment itself to open at.
alter table notifications add column excerpt text, add column comment_id uuid;
-- What is settled is put away by the log's reader, and words that were taken back go with it.
grant update (excerpt) on notifications to baton_app;

-- What a person answered when their client asked before a deletion. A no stays one; a question that was closed without an answer may be
-- answered in the conversation instead. Rows are forgotten after a day, by the next one of the same user.
create table confirmation_answers (
  org_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  agent_id uuid not null,
  -- A digest of the tool and its arguments.
  call text not null check (length(call) <= 64),
  answer text not null check (answer in ('declined', 'unanswered')),
  at timestamptz not null,
  primary key (org_id, user_id, agent_id, call),
  foreign key (org_id, agent_id) references agents (org_id, id)
);
comment on table confirmation_answers is 'tenant';
alter table confirmation_answers enable row level security;
alter table confirmation_answers force row level security;
create policy owner_all on confirmation_answers to baton_owner using (true) with check (true);
create policy tenant on confirmation_answers to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()));
grant select, insert, update, delete on confirmation_answers to baton_app;
