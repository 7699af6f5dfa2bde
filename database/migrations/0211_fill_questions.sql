-- backfill
with page as (
  select c.org_id, c.id from comments c
  where (c.org_id, c.id) > (left(coalesce($1, '00000000-0000-0000-0000-000000000000'), 36)::uuid, right(coalesce($1, '00000000-0000-0000-0000-000000000000'), 36)::uuid)
  order by c.org_id, c.id limit $2),
filled as (
  insert into questions (org_id, id, item_id, agent_id, state, answer_id, settled_at, settled_by, created_at)
  select c.org_id, c.id, c.item_id, c.author_agent_id, s.state,
    case when s.state = 'answered' then (select r.id from comments r where r.org_id = c.org_id and r.reply_to = c.id and r.author_id = c.answered_by
      and r.body = c.answer order by r.id limit 1) end,
    case when s.state <> 'open' then coalesce(c.answered_at, c.deleted_at, c.resolved_at, w.deleted_at, w.completed_at, w.updated_at) end,
    coalesce(c.answered_by, c.resolved_by), c.created_at
  from page p join comments c on c.org_id = p.org_id and c.id = p.id join work_items w on w.org_id = c.org_id and w.id = c.item_id
  cross join lateral (select case when c.answer is not null then 'answered' when c.deleted_at is not null or c.resolved_at is not null then 'withdrawn'
    when c.answer_by <= now()
      or (w.deleted_at is not null or w.status in ('complete', 'cancelled')) and c.created_at <= coalesce(w.deleted_at, w.completed_at, w.updated_at) then 'expired' else 'open' end as state) s
  where c.choices is not null on conflict do nothing)
select max(org_id::text || id::text) as cursor, count(*)::integer as rows from page
