-- What somebody asked to be mailed. A row is written whether or not the address has an account, so that asking tells nothing; the
-- secret in the mail is made when it is sent and stands here only as a digest.
create table auth.mailings (
  id uuid primary key,
  kind text not null check (kind in ('code', 'magic_link', 'reset', 'verify', 'change', 'changed')),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  -- Set where a known caller asked: such a mail proves an address to that account alone.
  user_id uuid references auth.accounts (user_id) on delete cascade,
  hash bytea,
  tries integer not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  sent_at timestamptz,
  expires_at timestamptz,
  used_at timestamptz
);
comment on table auth.mailings is 'auth';
create index mailings_email on auth.mailings (email, kind, created_at desc);
create index mailings_user on auth.mailings (user_id, kind, created_at desc) where user_id is not null;
create unique index mailings_hash on auth.mailings (hash) where hash is not null;
create index mailings_age on auth.mailings (created_at);

alter table auth.mailings enable row level security;
alter table auth.mailings force row level security;
create policy owner_all on auth.mailings to baton_owner using (true) with check (true);
create policy identity on auth.mailings to baton_auth using ((select app.user()) is null or user_id = (select app.user()))
  with check ((select app.user()) is null or user_id = (select app.user()));
create policy administration on auth.mailings for select to baton_admin using (true);
grant select, insert, update, delete on auth.mailings to baton_auth;
grant select (kind, email, tries, created_at, sent_at, expires_at, used_at) on auth.mailings to baton_admin;
