import { sql } from '../../../platform/postgres.ts'

export const queueNames = sql("select name from jobs.queue where name not like '\\_\\_%' order by name").as<{ name: string }>()
export const failedByQueue = sql(`select f.name, count(*)::integer as failed
  from (select name from jobs.job_common where state = 'failed' limit 10000) f group by f.name`).as<{ name: string; failed: number }>()
export const database = sql(`select pg_database_size(current_database()) as bytes, current_setting('server_version') as version,
    (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections`).as<{
  bytes: number
  version: string
  connections: number
}>()
export const mailState = sql(`select (select count(*)::integer from (select from auth.mailings where sent_at is null and used_at is null
      and created_at > :since limit 10000) w) as waiting,
    (select max(sent_at) from auth.mailings where created_at > :since) as last_sent_at`).as<{
  waiting: number
  last_sent_at: string | null
}>()
export const attachmentBytes = sql('select app.attachment_bytes() as bytes').as<{ bytes: number }>()
export const failedJobs = sql(`select id, name, coalesce(output ->> 'message', '') as error, retry_count as tries, created_on as created_at,
    completed_on as failed_at
  from jobs.job_common where state = 'failed' order by completed_on desc nulls last, id desc limit 100`).as<{
  id: string
  name: string
  error: string
  tries: number
  created_at: string
  failed_at: string | null
}>()
export const retry =
  sql(`update jobs.job_common set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
  where id = :id and state = 'failed' returning id, name`).as<{ id: string; name: string }>()
