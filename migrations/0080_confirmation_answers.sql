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
