import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export type OutputRow = Omit<Tables['run_output'], 'org_id' | 'run_id' | 'piece' | 'kind'> & {
  kind: 'stdout' | 'stderr' | 'message' | 'tool' | 'note'
}

export const outputAfter = sql(`select seq, fence, at, kind, text from run_output
  where org_id = :org and run_id = :run and seq > :after order by seq limit :limit`).as<OutputRow>()
/** Stores each piece once, and only for the current attempt. */
export const insertOutput = sql(`insert into run_output (org_id, run_id, fence, piece, at, kind, text)
  select r.org_id, r.id, :fence, :piece, :now, :kind, :text from runs r
  where r.org_id = :org and r.id = :run and r.tunnel_id = :tunnel and r.fence = :fence and r.state in ('starting', 'running')
  on conflict do nothing returning seq`).as<{ seq: number }>()
/** Accepted whatever the run's state: what a superseded attempt reports is kept, but has no effect. */
export const insertNote = sql(`insert into run_output (org_id, run_id, fence, piece, at, kind, text)
  select r.org_id, r.id, :fence, :piece, :now, 'note', :text from runs r where r.org_id = :org and r.id = :run
  on conflict do nothing returning seq`).as<{ seq: number }>()
export const dropOldest = sql(`delete from run_output where org_id = :org and run_id = :run and seq <= (
  select seq from run_output where org_id = :org and run_id = :run order by seq desc offset :keep limit 1)`)
