-- What a person connects Baton with: Slack, which tells them, and the trackers work is imported from. Tokens are sealed and never answered.
create table auth.integrations (
  id uuid primary key,
  user_id uuid not null references auth.accounts (user_id),
  provider text not null check (provider in ('slack', 'linear', 'jira')),
  sealed bytea not null,
  -- What may be shown: the account and the workspace or site it opens, the channel, the kinds that are told.
  settings jsonb not null check (jsonb_typeof(settings) = 'object' and pg_column_size(settings) <= 4096),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text check (length(failure) <= 300),
  -- The provider takes these tokens no longer: nothing is tried again until new ones are saved.
  broken boolean not null default false,
  -- Which worker has the Socket Mode connection, until when.
  held_by uuid,
  held_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, provider)
);
comment on table auth.integrations is 'auth';
create index integrations_held on auth.integrations (provider, held_until);

-- A notification's message in Slack: written before it is sent, so that two workers do not send it both.
create table auth.slack_messages (
  user_id uuid not null references auth.accounts (user_id),
  notification_id uuid not null,
  integration_id uuid not null references auth.integrations (id) on delete cascade,
  channel text check (length(channel) <= 64),
  ts text check (length(ts) <= 64),
  settled_at timestamptz,
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  primary key (user_id, notification_id)
);
comment on table auth.slack_messages is 'auth';
create index slack_messages_place on auth.slack_messages (integration_id, channel, ts);
create index slack_messages_created on auth.slack_messages (created_at);

do $$
declare t text;
begin
  foreach t in array array['integrations', 'slack_messages'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('alter table auth.%I force row level security', t);
    execute format('create policy owner_all on auth.%I to baton_owner using (true) with check (true)', t);
    execute format('create policy identity on auth.%I to baton_auth using ((select app.user()) is null or user_id = (select app.user()))
      with check ((select app.user()) is null or user_id = (select app.user()))', t);
    execute format('grant select, insert, update, delete on auth.%I to baton_auth', t);
  end loop;
end $$;

-- Who decided what somebody else was waiting for: a message that was sent says it.
alter table notifications add column settled_by uuid;
grant update (settled_by) on notifications to baton_app;
