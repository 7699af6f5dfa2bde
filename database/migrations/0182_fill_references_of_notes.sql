-- backfill
with page as (
  select n.org_id, n.id, n.project_id, n.content from notes n where (n.org_id, n.id) > (left(coalesce($1, '00000000-0000-0000-0000-000000000000'), 36)::uuid, right(coalesce($1, '00000000-0000-0000-0000-000000000000'), 36)::uuid)
  order by n.org_id, n.id limit $2),
filled as (
  insert into text_references (org_id, from_kind, from_id, name, near)
  select p.org_id, 'note', p.id, m.name, p.project_id from page p cross join lateral (
    select distinct lower(trim(split_part(found[1], '|', 1))) as name from regexp_matches(p.content, '\[\[([^][\n]+)\]\]', 'g') found limit 200) m
  where m.name <> '' and length(m.name) <= 300 on conflict do nothing)
select max(org_id::text || id::text) as cursor, count(*)::integer as rows from page
