-- A version that knows no secrets counts on without one: what it claims must not be open to the holder before it.
create or replace function app.forget_fence() returns trigger language plpgsql as $$
begin
  new.fence := null;
  new.lease_instance_id := null;
  return new;
end $$;

-- Since when the current term of a lease runs: its claim, or its last renewal.
create or replace function app.begin_lease_term() returns trigger language plpgsql as $$
begin
  new.lease_from := case when new.lease_until is not null then new.updated_at end;
  return new;
end $$;
