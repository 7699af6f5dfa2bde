-- backfill
with page as materialized (
  select m.org_id, m.id, m.project_id, m.scope_id, m.place, m.number from memories m
  where (m.org_id, m.scope_id, m.place, m.id) > (split_part(coalesce($1, '00000000-0000-0000-0000-000000000000'), ' ', 1)::uuid,
    coalesce(nullif(split_part($1, ' ', 2), ''), '00000000-0000-0000-0000-000000000000')::uuid, coalesce(nullif(split_part($1, ' ', 3), ''), '0')::integer,
    coalesce(nullif(split_part($1, ' ', 4), ''), '00000000-0000-0000-0000-000000000000')::uuid)
  order by m.org_id, m.scope_id, m.place, m.id limit $2),
counters as (
  insert into record_numbers (org_id, scope_id, kind, last_number)
  select s.org_id, s.scope_id, 'memory', (select count(*) from memories m where m.org_id = s.org_id and m.scope_id = s.scope_id)
  from (select distinct org_id, scope_id from page where project_id is not null and number is null) s
  where not exists (select from record_numbers n where n.org_id = s.org_id and n.scope_id = s.scope_id and n.kind = 'memory') on conflict do nothing),
numbered as (
  -- A scope that the page before has begun goes on after the last number there, which the cursor holds.
  select p.org_id, p.id, p.scope_id, p.place, p.project_id, p.number, count(*) filter (where p.number is null) over (partition by p.org_id, p.scope_id order by p.place, p.id)
    + case when p.org_id::text || ' ' || p.scope_id = split_part($1, ' ', 1) || ' ' || split_part($1, ' ', 2) then split_part($1, ' ', 5)::integer else 0 end as nth
  from page p),
filled as (
  update memories m set number = n.nth, ref = p.key || '-M' || n.nth from numbered n join projects p on p.org_id = n.org_id and p.id = n.project_id
  where m.org_id = n.org_id and m.id = n.id and n.number is null)
select (select concat_ws(' ', l.org_id, l.scope_id, l.place, l.id, l.nth) from numbered l order by l.org_id desc, l.scope_id desc, l.place desc, l.id desc limit 1) as cursor,
  (select count(*) from page)::integer as rows
