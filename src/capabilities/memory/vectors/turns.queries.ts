import { sql } from '../../../platform/postgres.ts'

export const takeTurn = sql(`insert into embedding_turns as t (org_id, kind, until) values (:org, :kind, :until)
  on conflict (org_id, kind) do update set until = excluded.until where t.until <= :now returning true as taken`)
export const keepTurn = sql(
  'update embedding_turns set until = :until where org_id = :org and kind = :kind and until = :held returning true as kept',
)
export const endTurn = sql('delete from embedding_turns where org_id = :org and kind = :kind and until = :until')

export const countFailures = sql(`insert into embedding_failures as f
    (org_id, kind, item_id, reason, failed_at)
  select :org, :kind, v.id, v.reason, :now from unnest(:ids::uuid[], :reasons::text[]) v (id, reason)
  on conflict (org_id, kind, item_id) do update set failures = f.failures + 1, reason = excluded.reason, failed_at = excluded.failed_at
  returning item_id, failures`).as<{ item_id: string; failures: number }>()
export const forgiveFailures = sql('delete from embedding_failures where org_id = :org and kind = :kind and item_id = any(:ids::uuid[])')
