-- backfill
with page as (
  select q.org_id, q.id from questions q where q.state = 'open'
    and (q.org_id, q.id) > (left(coalesce($1, '00000000-0000-0000-0000-000000000000'), 36)::uuid, right(coalesce($1, '00000000-0000-0000-0000-000000000000'), 36)::uuid)
  order by q.org_id, q.id limit $2),
told as (
  update notifications n set kind = 'question' from page p join questions q on q.org_id = p.org_id and q.id = p.id
  where n.org_id = q.org_id and n.subject_id = q.item_id and n.comment_id = q.id and n.kind = 'mention' and n.archived_at is null)
select max(org_id::text || id::text) as cursor, count(*)::integer as rows from page
