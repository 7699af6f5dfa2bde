-- backfill
with page as (
  select w.org_id, w.id, w.project_id, w.description as body from work_items w
  where (w.org_id, w.id) > (left(coalesce($1, '00000000-0000-0000-0000-000000000000'), 36)::uuid, right(coalesce($1, '00000000-0000-0000-0000-000000000000'), 36)::uuid)
  order by w.org_id, w.id limit $2),
filled as (
  insert into text_references (org_id, from_kind, from_id, name, near)
  select p.org_id, 'task', p.id, m.name, p.project_id from page p cross join lateral (
    select lower(trim(split_part(found[1], '|', 1))) as name from regexp_matches(p.body, '\[\[([^][\n]+)\]\]', 'g') found
    union select lower(found[1]) from regexp_matches(p.body, '\m([A-Z][A-Z0-9]{1,9}-[SDF]?[1-9][0-9]{0,8})\M', 'g') found limit 200) m
  where m.name <> '' and length(m.name) <= 300 on conflict do nothing)
select max(org_id::text || id::text) as cursor, count(*)::integer as rows from page
