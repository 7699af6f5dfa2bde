-- Conversations with the assistant. Each is one person's alone and goes with their account.
create table ai_sessions (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null references auth.accounts (user_id),
  project_id uuid,
  repository_id uuid,
  -- Empty until the first question, which names it.
  title text not null default '' check (length(title) <= 300),
  messages integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, project_id) references projects (org_id, id),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
create index ai_sessions_newest on ai_sessions (org_id, user_id, updated_at desc, id desc);
create index ai_sessions_repository on ai_sessions (org_id, repository_id) where repository_id is not null;
select app.protect_tenant_table('ai_sessions', 'select, insert, update, delete');

create table ai_messages (
  org_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  place integer not null check (place > 0),
  role text not null check (role in ('question', 'answer')),
  text text not null,
  status text not null check (status in ('writing', 'done', 'cut_off', 'cancelled', 'failed', 'passages', 'over_budget')),
  note text,
  -- What was sent to the model, by number and as it was then: it may cite nothing else.
  passages jsonb not null default '[]',
  citations jsonb not null default '[]',
  dropped jsonb not null default '[]',
  model text,
  tokens_in bigint,
  tokens_out bigint,
  cost_micros bigint,
  -- What the model is told of the shape of a repository besides.
  outline text not null default '',
  -- Whoever writes an answer takes it first, so that a repeated request does not have it written twice.
  taken_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, session_id, place),
  foreign key (org_id, session_id) references ai_sessions (org_id, id) on delete cascade
);
select app.protect_tenant_table('ai_messages', 'select, insert, update, delete');

-- What the assistant used. Apart from the messages, which their owner may delete.
create table assistant_days (
  org_id uuid not null references organizations,
  day date not null,
  tokens bigint not null,
  cost_micros bigint not null,
  answers integer not null,
  primary key (org_id, day)
);
select app.protect_tenant_table('assistant_days', 'select, insert, update');

create table assistant_budgets (
  org_id uuid not null references organizations,
  daily_tokens bigint check (daily_tokens > 0),
  monthly_tokens bigint check (monthly_tokens > 0),
  daily_cost_micros bigint check (daily_cost_micros > 0),
  monthly_cost_micros bigint check (monthly_cost_micros > 0),
  updated_by uuid not null references users,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (org_id)
);
select app.protect_tenant_table('assistant_budgets', 'select, insert, update');
