-- backfill
with page as materialized (
  select m.org_id, m.id, m.project_id, m.number from memories m
  where (m.org_id, m.id) > (split_part(coalesce($1, '00000000-0000-0000-0000-000000000000'), ' ', 1)::uuid,
    coalesce(nullif(split_part($1, ' ', 2), ''), '00000000-0000-0000-0000-000000000000')::uuid)
  order by m.org_id, m.id limit $2),
counters as (
  insert into record_numbers (org_id, scope_id, kind, last_number)
  select s.org_id, s.org_id, 'memory', (select count(*) from memories m where m.org_id = s.org_id and m.project_id is null)
  from (select distinct org_id from page where project_id is null and number is null) s
  where not exists (select from record_numbers n where n.org_id = s.org_id and n.scope_id = s.org_id and n.kind = 'memory') on conflict do nothing),
numbered as (
  -- Ids are given in the order of time. An organization that the page before has begun goes on after the last number there.
  select p.org_id, p.id, p.project_id, p.number, count(*) filter (where p.project_id is null and p.number is null) over (partition by p.org_id order by p.id)
    + case when p.org_id::text = split_part($1, ' ', 1) then split_part($1, ' ', 3)::integer else 0 end as nth
  from page p),
filled as (
  update memories m set number = n.nth, ref = 'M' || n.nth from numbered n
  where m.org_id = n.org_id and m.id = n.id and n.project_id is null and n.number is null)
select (select concat_ws(' ', l.org_id, l.id, l.nth) from numbered l order by l.org_id desc, l.id desc limit 1) as cursor,
  (select count(*) from page)::integer as rows
