-- backfill
with page as (
  select user_id from preferences where user_id > coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid order by user_id limit $2),
chosen as (
  update preferences p set document = jsonb_set(p.document, '{notifications,question}', p.document -> 'notifications' -> 'mention') from page
  where p.user_id = page.user_id and p.document -> 'notifications' ? 'mention' and not p.document -> 'notifications' ? 'question')
select max(user_id::text) as cursor, count(*)::integer as rows from page
