-- backfill
with page as (
  (select 'memory' as kind, m.org_id, m.id from memories m
    where (m.org_id, m.id) > (split_part(coalesce($1, '00000000-0000-0000-0000-000000000000 00000000-0000-0000-0000-000000000000'), ' ', 1)::uuid,
      split_part(coalesce($1, '00000000-0000-0000-0000-000000000000 00000000-0000-0000-0000-000000000000'), ' ', 2)::uuid)
    order by m.org_id, m.id limit $2)
  union all
  (select 'document', d.org_id, d.id from search_documents d
    where (d.org_id, d.id) > (split_part(coalesce($1, '00000000-0000-0000-0000-000000000000 00000000-0000-0000-0000-000000000000'), ' ', 1)::uuid,
      split_part(coalesce($1, '00000000-0000-0000-0000-000000000000 00000000-0000-0000-0000-000000000000'), ' ', 2)::uuid)
    order by d.org_id, d.id limit $2)
  order by org_id, id limit $2),
memory as (
  update memories m set words = app.words_of_memory(m.content, m.tags) from page p
  where p.kind = 'memory' and m.org_id = p.org_id and m.id = p.id and m.words is null),
document as (
  update search_documents d set words = app.words_of_document(d.title, d.ref, d.body) from page p
  where p.kind = 'document' and d.org_id = p.org_id and d.id = p.id and d.words is null)
select max(org_id || ' ' || id) as cursor, count(*)::integer as rows from page
