-- backfill
with page as (
  select p.slug from published p where p.kind = 'note' and p.slug > coalesce($1, '') order by p.slug limit $2),
placed as (
  update published p set project_id = n.project_id from page, notes n
  where p.kind = 'note' and p.slug = page.slug and n.org_id = p.org_id and n.id = p.item_id and n.project_id is not null and p.project_id is null)
select max(slug) as cursor, count(*)::integer as rows from page
