-- What callers called the activities they logged, so that the feed can be filtered by it. In the log itself such an entry stays an
-- `activity.logged`: nobody imitates an event of the system. It is a table of its own because an index on the log could not be built
-- while others write to it.
create table logged_types (
  org_id uuid not null,
  type text not null,
  seq bigint not null,
  primary key (org_id, type, seq),
  foreign key (org_id, seq) references events (org_id, seq) on delete cascade
);
comment on table logged_types is 'tenant';
create index logged_types_seq on logged_types (org_id, seq);
alter table logged_types enable row level security;
alter table logged_types force row level security;
create policy owner_all on logged_types to baton_owner using (true) with check (true);
create policy append on logged_types to baton_log using (true) with check (true);
create policy tenant on logged_types for select to baton_app using (org_id = (select app.org()));
grant select on logged_types to baton_app;
grant insert on logged_types to baton_log;

create function app.note_logged_type() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.logged_types (org_id, type, seq) values (new.org_id, new.data #>> '{activity,type}', new.seq);
  return null;
end $$;
revoke execute on function app.note_logged_type() from public;
create trigger logged_type after insert on events for each row when (new.type = 'activity.logged')
  execute function app.note_logged_type();
