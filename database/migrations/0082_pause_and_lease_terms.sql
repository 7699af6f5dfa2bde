-- A paused agent is a stopped one that keeps its sessions and leases until this time; then the stop is a whole one. To a version that
-- knows no pauses it is stopped, which is safe. What failed before a person let it go on says nothing of how it stands.
alter table agents add column paused_until timestamptz, add column resumed_at timestamptz;

-- Since when the current term of a lease runs: its claim, or its last renewal. How much of it is left is shown against that.
alter table work_items add column lease_from timestamptz;
create function app.begin_lease_term() returns trigger language plpgsql as $$
begin
  new.lease_from := case when new.lease_until is not null then new.updated_at end;
  return new;
end $$;
create trigger begin_lease_term before update on work_items for each row
  when (new.lease_until is distinct from old.lease_until) execute function app.begin_lease_term();
