-- What people of the instance say to each other, in no organization. Every status is a moderator's or the author's decision, and can be undone.
create table community_posts (
  id uuid primary key,
  parent_id uuid references community_posts (id),
  author_id uuid not null references users (id),
  title text check (length(title) between 1 and 300),
  body text not null check (length(body) between 1 and 20000),
  status text not null check (status in ('pending', 'published', 'hidden', 'removed', 'withdrawn')),
  flags integer not null default 0,
  created_at timestamptz not null,
  published_at timestamptz,
  version integer not null default 1,
  check ((parent_id is null) = (title is not null))
);
comment on table community_posts is 'instance';
create index community_posts_threads on community_posts (id desc) where parent_id is null;
create index community_posts_replies on community_posts (parent_id, id);
create index community_posts_author on community_posts (author_id, id desc);
create index community_posts_status on community_posts (status, id desc);
alter table community_posts enable row level security;
alter table community_posts force row level security;
create policy owner_all on community_posts to baton_owner using (true) with check (true);
create policy readers on community_posts for select to baton_app using (status = 'published' or author_id = (select app.user()));
create policy authors_write on community_posts for insert to baton_app with check (author_id = (select app.user()));
create policy authors_withdraw on community_posts for update to baton_app using (author_id = (select app.user())) with check (author_id = (select app.user()));
create policy administration on community_posts to baton_admin using (true) with check (true);
grant select, insert on community_posts to baton_app;
grant update (status, version) on community_posts to baton_app;
grant select, update on community_posts to baton_admin;

-- Who found something wrong with a post. Enough of them hide it until a moderator has looked.
create table community_flags (
  user_id uuid not null references users (id),
  post_id uuid not null references community_posts (id),
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null,
  primary key (user_id, post_id)
);
comment on table community_flags is 'personal(user_id)';
create index community_flags_post on community_flags (post_id);
alter table community_flags enable row level security;
alter table community_flags force row level security;
create policy owner_all on community_flags to baton_owner using (true) with check (true);
create policy own on community_flags to baton_app using (user_id = (select app.user())) with check (user_id = (select app.user()));
create policy administration on community_flags for select to baton_admin using (true);
grant select, insert on community_flags to baton_app;
grant select on community_flags to baton_admin;

create table community_moderations (
  id uuid primary key,
  post_id uuid not null references community_posts (id),
  action text not null check (action in ('approve', 'hide', 'remove', 'restore', 'undo', 'flags')),
  reason text not null check (length(reason) between 1 and 500),
  -- Null: enough people had flagged it.
  moderator_id uuid references users (id),
  before text not null,
  after text not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by uuid references users (id)
);
comment on table community_moderations is 'instance';
create index community_moderations_post on community_moderations (post_id, id desc);
alter table community_moderations enable row level security;
alter table community_moderations force row level security;
create policy owner_all on community_moderations to baton_owner using (true) with check (true);
create policy authors_read on community_moderations for select to baton_app
  using (exists (select from community_posts p where p.id = post_id and p.author_id = (select app.user())));
create policy administration on community_moderations to baton_admin using (true) with check (true);
grant select on community_moderations to baton_app;
grant select, insert, update on community_moderations to baton_admin;

create table sponsors (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  url text not null check (url ~ '^https://' and length(url) <= 500),
  tier text not null check (tier in ('platinum', 'gold', 'silver', 'bronze')),
  about text not null default '' check (length(about) <= 300),
  starts_on date not null,
  ends_on date check (ends_on >= starts_on),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
comment on table sponsors is 'instance';
alter table sponsors enable row level security;
alter table sponsors force row level security;
create policy owner_all on sponsors to baton_owner using (true) with check (true);
create policy anyone_reads on sponsors for select to baton_public using (true);
create policy administration on sponsors to baton_admin using (true) with check (true);
grant select on sponsors to baton_public;
grant select, insert, update, delete on sponsors to baton_admin;

-- What strangers wrote to the administrators; kept for half a year (app.retained).
create table contact_messages (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  message text not null check (length(message) between 1 and 5000),
  -- Of the proof of work: each counts once.
  challenge text not null unique check (length(challenge) <= 200),
  created_at timestamptz not null
);
comment on table contact_messages is 'instance';
create index contact_messages_created on contact_messages (created_at);
alter table contact_messages enable row level security;
alter table contact_messages force row level security;
create policy owner_all on contact_messages to baton_owner using (true) with check (true);
create policy anyone_writes on contact_messages for insert to baton_auth with check (true);
create policy administration on contact_messages to baton_admin using (true) with check (true);
grant insert on contact_messages to baton_auth;
grant select, delete on contact_messages to baton_admin;
