-- backfill
with page as (
  select h.org_id, h.first_seq, h.anchor_seq from log_heads h where h.org_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
    or ($1 is null and h.org_id = '00000000-0000-0000-0000-000000000000')
  order by h.org_id limit $2),
found as (
  select p.org_id,
    (select e.at from events e where e.org_id = p.org_id and e.seq >= p.first_seq order by e.seq limit 1) as first_at,
    (select a.at from audit a where a.org_id = p.org_id and a.seq > p.anchor_seq order by a.seq limit 1) as audit_first_at
  from page p),
done as (
  update log_heads h set first_at = least(h.first_at, f.first_at), audit_first_at = least(h.audit_first_at, f.audit_first_at) from found f
  where h.org_id = f.org_id and (f.first_at < coalesce(h.first_at, 'infinity') or f.audit_first_at < coalesce(h.audit_first_at, 'infinity')))
select max(org_id::text) as cursor, count(*)::integer as rows from page
