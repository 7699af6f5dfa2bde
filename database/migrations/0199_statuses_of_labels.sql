-- How many tasks of a label have each status: what a board of one label counts, and a list by both.
alter table work_item_tallies add column status text;

-- How many items of a project have each status and each label, and how many tasks each agent, as rows to be summed: what changes an item adds rows and
-- changes none, so two writers never wait for each other here, and whoever reads sums what its snapshot sees. Now and then a writer folds its
-- project's rows into one for each value.

-- What an item is counted in: nothing while it is deleted. Without a path of its own, so that it becomes part of the statement that calls it, whose
-- function has one.
drop function if exists app.tallied(public.work_items);
create function app.tallied(p_item public.work_items) returns table (subject text, value text, status text, items integer, open integer)
  language sql immutable
as $$
  select p_item.kind, p_item.status, null, 1, 0 where p_item.deleted_at is null
  union all select 'label', l.label, case when p_item.kind = 'task' then p_item.status end, 1, (p_item.status not in ('complete', 'cancelled'))::integer
    from (select distinct unnest(p_item.labels) as label) l where p_item.deleted_at is null
  union all select 'agent', p_item.assignee_agent_id::text, null, 1, (p_item.status not in ('complete', 'cancelled'))::integer
    where p_item.deleted_at is null and p_item.kind = 'task' and p_item.assignee_agent_id is not null
$$;
revoke execute on function app.tallied(public.work_items) from public;

-- Whoever folds holds this for its project: of two that folded the same rows at once, or beside a count from scratch, one would be lost.
create or replace function app.tallies_lock(p_org uuid, p_project uuid) returns bigint
  language sql immutable set search_path = pg_catalog, pg_temp
as $$ select hashtextextended('tallies ' || p_org::text || p_project::text, 0) $$;
revoke execute on function app.tallies_lock(uuid, uuid) from public;

create or replace function app.fold_tallies(p_org uuid, p_project uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if not pg_try_advisory_xact_lock(app.tallies_lock(p_org, p_project)) then return; end if;
  -- Counted once: inside the delete they were counted again for each row, which took seconds after many changes.
  with doubled as materialized (
    select o.subject, o.value, coalesce(o.status, '') as status from public.work_item_tallies o where o.org_id = p_org and o.project_id = p_project
    group by 1, 2, 3 having count(*) > 1
  ), gone as (
    delete from public.work_item_tallies t using doubled d where t.org_id = p_org and t.project_id = p_project
      and t.subject = d.subject and t.value = d.value and coalesce(t.status, '') = d.status
    returning t.subject, t.value, t.status, t.items, t.open)
  insert into public.work_item_tallies (org_id, project_id, subject, value, status, items, open)
    select p_org, p_project, g.subject, g.value, g.status, sum(g.items), sum(g.open) from gone g
    group by g.subject, g.value, g.status having sum(g.items) <> 0 or sum(g.open) <> 0;
end $$;
revoke execute on function app.fold_tallies(uuid, uuid) from public;

create or replace function app.tally_new() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_place record;
begin
  insert into public.work_item_tallies (org_id, project_id, subject, value, status, items, open)
    select n.org_id, n.project_id, t.subject, t.value, t.status, sum(t.items), sum(t.open) from added n cross join lateral app.tallied(n) t
    group by 1, 2, 3, 4, 5;
  if random() < 0.02 then
    for v_place in select distinct n.org_id, n.project_id from added n loop perform app.fold_tallies(v_place.org_id, v_place.project_id); end loop;
  end if;
  return null;
end $$;
revoke execute on function app.tally_new() from public;

create or replace function app.tally_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.work_item_tallies (org_id, project_id, subject, value, status, items, open)
    select old.org_id, t.project_id, t.subject, t.value, t.status, sum(t.items), sum(t.open) from (
      select old.project_id, o.subject, o.value, o.status, -o.items as items, -o.open as open from app.tallied(old) o
      union all select new.project_id, n.subject, n.value, n.status, n.items, n.open from app.tallied(new) n) t
    group by t.project_id, t.subject, t.value, t.status having sum(t.items) <> 0 or sum(t.open) <> 0;
  if random() < 0.02 then perform app.fold_tallies(old.org_id, old.project_id); end if;
  return null;
end $$;
revoke execute on function app.tally_changed() from public;

-- Counts a project from scratch. One snapshot sees the items as they are and the rows of just the changes that made them so; what is written meanwhile
-- adds its own rows to the count, whenever it commits.
create or replace function app.count_tallies(p_org uuid, p_project uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(app.tallies_lock(p_org, p_project));
  with gone as (delete from public.work_item_tallies t where t.org_id = p_org and t.project_id = p_project)
  insert into public.work_item_tallies (org_id, project_id, subject, value, status, items, open)
    select p_org, p_project, t.subject, t.value, t.status, sum(t.items), sum(t.open)
    from public.work_items w cross join lateral app.tallied(w) t where w.org_id = p_org and w.project_id = p_project group by 3, 4, 5;
end $$;
revoke execute on function app.count_tallies(uuid, uuid) from public;

-- One project a batch.
create or replace function app.fill_tallies(p_cursor text) returns table (cursor text, rows integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_project record;
begin
  select p.org_id, p.id into v_project from public.projects p
    where p_cursor is null or (p.org_id, p.id) > (split_part(p_cursor, ' ', 1)::uuid, split_part(p_cursor, ' ', 2)::uuid)
    order by p.org_id, p.id limit 1;
  if not found then return query select p_cursor, 0; return; end if;
  perform app.count_tallies(v_project.org_id, v_project.id);
  return query select v_project.org_id || ' ' || v_project.id, 1;
end $$;
revoke execute on function app.fill_tallies(text) from public;
