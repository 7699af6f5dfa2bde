-- backfill
with page as (
  select c.org_id, c.session_id, c.number, c.state = '' and c.progress ~ '\n\nRan:\n(- `[^`\n]+` ended with \d+\n)+$' as by_hook
  from session_checkpoints c
  where (c.org_id, c.session_id, c.number) > (
    substr(coalesce($1, '00000000-0000-0000-0000-000000000000'), 1, 36)::uuid,
    coalesce(nullif(substr($1, 37, 36), ''), '00000000-0000-0000-0000-000000000000')::uuid,
    coalesce(nullif(substr($1, 73), ''), '0')::integer)
  order by c.org_id, c.session_id, c.number limit $2),
marked as (
  update session_checkpoints c set by_hook = true from page p
  where p.by_hook and (c.org_id, c.session_id, c.number) = (p.org_id, p.session_id, p.number))
select (select org_id::text || session_id::text || number from page order by org_id desc, session_id desc, number desc limit 1) as cursor,
  (select count(*)::integer from page) as rows
