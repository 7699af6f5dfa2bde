-- What an operator watches, each found by an index and counted to a bound: a scrape must cost the same in bad times.
-- Texts that were set aside count as embedded, so that nobody waits for them: they need a figure of their own to be seen.
create or replace function app.figures() returns table (name text, label text, value double precision)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with behind as materialized (
    select r.reader, h.org_id, coalesce(l.seq, 0) as seq from unnest(array['notifications', 'webhooks']) r (reader)
      cross join (select org_id, seq from public.log_heads where unread limit 1000) h
      join public.organizations o on o.id = h.org_id and o.deleted_at is null
      left join public.log_readers l on l.org_id = h.org_id and l.reader = r.reader
    where h.seq > coalesce(l.seq, 0)),
  due as materialized (select next_attempt_at from public.webhook_deliveries where status = 'pending' and next_attempt_at <= now()
    order by next_attempt_at limit 10000)
  select 'readers_behind', r.reader, (select count(*) from behind b where b.reader = r.reader)
    from unnest(array['notifications', 'webhooks']) r (reader)
  union all
  select 'reader_lag', r.reader, coalesce((select extract(epoch from now() - min(e.at)) from behind b cross join lateral (
      select at from public.events v where v.org_id = b.org_id and v.seq > b.seq order by v.seq limit 1) e where b.reader = r.reader), 0)
    from unnest(array['notifications', 'webhooks']) r (reader)
  union all
  select 'webhooks_due', '', count(*) from due
  union all
  select 'webhooks_overdue', '', coalesce(extract(epoch from now() - min(next_attempt_at)), 0) from due
  union all
  select 'unembedded', 'memories', count(*) from (
    select from public.memories where embedded_as is null and deleted_at is null and superseded_by is null limit 10000) m
  union all
  select 'unembedded', 'documents', count(*) from (select from public.search_documents where embedded_as is null limit 10000) d
  union all
  select 'set_aside', 'memories', count(*) from (select from public.embedding_failures f
    join public.memories m on m.org_id = f.org_id and m.id = f.item_id and m.deleted_at is null
    where f.kind = 'memories' and f.failures >= 3 limit 10000) m
  union all
  select 'set_aside', 'documents', count(*) from (select from public.embedding_failures f
    join public.search_documents d on d.org_id = f.org_id and d.id = f.item_id where f.kind = 'documents' and f.failures >= 3 limit 10000) d
$$;
revoke execute on function app.figures() from public;
grant execute on function app.figures() to baton_admin;
