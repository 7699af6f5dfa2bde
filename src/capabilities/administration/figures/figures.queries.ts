import { sql } from '../../../platform/postgres.ts'

export const instanceFigures = sql('select name, label, value from app.figures()').as<{ name: string; label: string; value: number }>()
/** What fills up, as the catalog knows it: it reads no table, and each list has at most ten rows. */
export const storageFigures = sql(`
  select 'database_bytes' as name, '' as label, pg_database_size(current_database())::float8 as value
  union all select 'transaction_age', '', age(datfrozenxid)::float8 from pg_database where datname = current_database()
  union all select 'connections', 'used', sum(numbackends)::float8 from pg_stat_database
  union all select 'connections', 'limit', current_setting('max_connections')::float8
  union all (select 'wal_retained', slot_name::text,
      pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, restart_lsn)::float8 as value
    from pg_replication_slots where restart_lsn is not null order by value desc limit 10)
  union all (select 'table_bytes', r.relname::text, (sum(s.pages) * current_setting('block_size')::integer)::float8 as value
    from (select coalesce(pg_partition_root(c.oid)::oid, c.oid) as root, c.relpages + coalesce(t.relpages, 0) + coalesce(
        (select sum(x.relpages) from pg_index i join pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid), 0) as pages
      from pg_class c left join pg_class t on t.oid = c.reltoastrelid
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'jobs'::regnamespace)) s
    join pg_class r on r.oid = s.root group by s.root, r.relname order by value desc limit 10)
  union all (select 'dead_share', relname::text, n_dead_tup::float8 / (n_live_tup + n_dead_tup) as value
    from pg_stat_user_tables where n_live_tup + n_dead_tup > 100000 order by value desc limit 10)`).as<{
  name: string
  label: string
  value: number
}>()
export const queueFigures = sql(`select q.name, j.ready, j.oldest from unnest(:queues::text[]) q (name)
  cross join lateral (select count(*)::integer as ready, coalesce(extract(epoch from now() - min(w.start_after)), 0)::float8 as oldest from (
    select start_after from jobs.job_common where name = q.name and state < 'active' and not blocked and start_after <= now() limit 10000) w) j`).as<{
  name: string
  ready: number
  oldest: number
}>()
