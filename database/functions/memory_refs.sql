-- Numbers each memory as it is stored, whoever stores it: in its project, or in the organization if it is an agent's or a session's. Whoever comes
-- next waits for the row of numbers until the one before has committed. A number never comes again, as the row stays when memories go.
create or replace function app.number_memory() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_scope uuid := coalesce(new.project_id, new.org_id);
  v_prefix text := coalesce((select p.key || '-' from public.projects p where p.org_id = new.org_id and p.id = new.project_id), '') || 'M';
begin
  -- An import brings the number that the memory had; it keeps that where it is free.
  if new.number is not null and exists (select from public.memories m where m.org_id = new.org_id and m.ref = v_prefix || new.number) then
    -- Imported again, it is left as it is, and uses up no number.
    if exists (select from public.memories m where m.org_id = new.org_id and m.id = new.id) then
      new.ref := v_prefix || new.number;
      return new;
    end if;
    new.number := null;
  end if;
  update public.record_numbers n set last_number = greatest(n.last_number + (new.number is null)::integer, coalesce(new.number, 0))
    where n.org_id = new.org_id and n.scope_id = v_scope and n.kind = 'memory' returning coalesce(new.number, n.last_number) into new.number;
  if not found then
    -- The first since memories have numbers: those from before keep the first ones for themselves, and a backfill gives them out.
    insert into public.record_numbers as n (org_id, scope_id, kind, last_number)
      select new.org_id, v_scope, 'memory', greatest(count(*) + (new.number is null)::integer, coalesce(new.number, 0)) from public.memories m
        where m.org_id = new.org_id and m.project_id is not distinct from new.project_id and (new.project_id is null or m.scope_id = new.project_id)
      on conflict (org_id, scope_id, kind) do update
        set last_number = greatest(n.last_number + (new.number is null)::integer, coalesce(new.number, 0))
      returning coalesce(new.number, n.last_number) into new.number;
  end if;
  new.ref := v_prefix || new.number;
  return new;
end $$;
revoke execute on function app.number_memory() from public;
