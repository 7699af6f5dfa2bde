-- A chain of memories that supersede each other is no circle: it would have no newest. Operations refuse to make one; a file that is imported
-- may hold one, and the reference that would close it is left out, as one is that leads nowhere.
create or replace function app.keep_chain_open() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (with recursive chain (id) as (select new.superseded_by
      union select m.superseded_by from chain c join memories m on m.org_id = new.org_id and m.id = c.id where m.superseded_by is not null)
    select from chain c where c.id = new.id) then
    new.superseded_by := null;
    new.superseded_at := null;
  end if;
  return new;
end $$;
revoke execute on function app.keep_chain_open() from public;
