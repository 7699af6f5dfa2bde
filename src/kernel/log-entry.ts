import type { Context, Principal } from './context.ts'
import type { EventKind } from './events.ts'

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

export function actor(principal: Principal, door: string): Record<string, unknown> {
  return { user_id: principal.user, agent_id: principal.agent, credential: principal.credential.kind, door }
}

export function logEntry<Data>(ctx: Pick<Context, 'principal' | 'call' | 'clock'>, kind: EventKind<Data>, data: Data): LogEntry {
  return { type: kind.type, at: ctx.clock.now().toISOString(), actor: actor(ctx.principal, ctx.call.door), data, ...kind.place(data) }
}
