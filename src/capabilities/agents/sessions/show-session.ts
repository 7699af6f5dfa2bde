import type { CheckpointRow, FullSession, SessionRow } from './session-sql.ts'

const longestTitle = 120

export type { CheckpointRow, FullSession, SessionRow }

/** A session as lists and events show it; its first goal serves as the title. */
export function showSession(row: SessionRow | FullSession) {
  const { id, owner_id, agent_id, project_id, parent_id, status, goals, outcome, checkpoints } = row
  const { seen_at, started_at, ended_at, updated_at, version } = row
  const title = (goals[0] ?? '').replace(/\s+/g, ' ').slice(0, longestTitle).toWellFormed()
  const stamps = { seen_at, started_at, ended_at, updated_at, version }
  return { id, title, status, goals, outcome, project_id, owner_id, agent_id, parent_id, checkpoints, ...stamps }
}

export function showCheckpoint({ cost_micros, ...row }: CheckpointRow) {
  return { ...row, cost: cost_micros === null ? null : cost_micros / 1_000_000 }
}
