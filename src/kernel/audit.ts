import { sql } from '../platform/postgres.ts'
import type { Call, Context, Principal } from './context.ts'
import type { EventKind } from './events.ts'

/** The org id under which the instance keeps a log and an audit chain of its own. */
export const instanceLog = '00000000-0000-0000-0000-000000000000'

/** Run over all emitted events: fails if the caller can only read one of their projects. */
export const checkWrites = sql('select app.check_project_writes(:events::jsonb)')
export const append = sql(
  'select app.append(app.with_number(:events::jsonb, :item), :audit::jsonb) from app.check_project_writes(:events::jsonb)',
)

/** One row for `app.append`. */
export interface LogEntry {
  type: string
  at: string
  actor: Record<string, unknown>
  data: unknown
  project_id?: string | null
  owner_id?: string | null
  subject_id?: string | null
}

function actor(principal: Principal, door: string): Record<string, unknown> {
  const { user, agent, credential, impersonator } = principal
  return { user_id: user, agent_id: agent, credential: credential.kind, door, ...(impersonator && { impersonator_id: impersonator }) }
}

export function logEntry<Data>(ctx: Pick<Context, 'principal' | 'call' | 'clock'>, kind: EventKind<Data>, data: Data): LogEntry {
  return { type: kind.type, at: ctx.clock.now().toISOString(), actor: actor(ctx.principal, ctx.call.door), data, ...kind.place(data) }
}

export interface AuditEntry {
  at: string
  actor: Record<string, unknown>
  credential_id: string | null
  impersonator: string | null
  operation: string
  target: string | null
  outcome: string
}

export function auditEntry(at: Date, by: Principal, call: Call, operation: string, target: string | null, outcome: string): AuditEntry {
  return {
    at: at.toISOString(),
    actor: actor(by, call.door),
    credential_id: by.credential.id,
    impersonator: by.impersonator,
    operation,
    target,
    outcome,
  }
}

export const appendValues = (events: readonly LogEntry[], audit: AuditEntry | null, item: string | null = null) => ({
  item,
  events: JSON.stringify(events),
  audit: audit && JSON.stringify(audit),
})
