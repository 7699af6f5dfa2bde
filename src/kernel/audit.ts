import { sql } from '../platform/postgres.ts'
import type { Call, Principal } from './context.ts'
import { actor, type LogEntry } from './log-entry.ts'

/** The instance has a log and a chain of its own. */
export const instanceLog = '00000000-0000-0000-0000-000000000000'

export const append = sql<{ seq: number }>('select app.append($1::jsonb, $2::jsonb) as seq')

export interface AuditEntry {
  at: string
  actor: Record<string, unknown>
  credential_id: string | null
  impersonator: string | null
  operation: string
  target: string | null
  outcome: string
}

export function auditEntry(
  at: Date,
  principal: Principal,
  call: Call,
  operation: string,
  target: string | null,
  outcome: string,
): AuditEntry {
  return {
    at: at.toISOString(),
    actor: actor(principal, call.door),
    credential_id: principal.credential.id,
    impersonator: null,
    operation,
    target,
    outcome,
  }
}

export const appendValues = (events: readonly LogEntry[], audit: AuditEntry | null) => [
  JSON.stringify(events),
  audit && JSON.stringify(audit),
]
