import { sql } from '../../platform/postgres.ts'

export const takeTurn = sql(`insert into embedding_turns as t (org_id, kind, until) values ($1, $2, $3)
  on conflict (org_id, kind) do update set until = excluded.until where t.until <= $4 returning true as taken`)
export const endTurn = sql('delete from embedding_turns where org_id = $1 and kind = $2 and until = $3')

export const countFailures = sql<{ item_id: string; failures: number }>(`insert into embedding_failures as f
    (org_id, kind, item_id, reason, failed_at)
  select $1, $2, v.id, v.reason, $5 from unnest($3::uuid[], $4::text[]) v (id, reason)
  on conflict (org_id, kind, item_id) do update set failures = f.failures + 1, reason = excluded.reason, failed_at = excluded.failed_at
  returning item_id, failures`)
export const forgiveFailures = sql('delete from embedding_failures where org_id = $1 and kind = $2 and item_id = any($3::uuid[])')
