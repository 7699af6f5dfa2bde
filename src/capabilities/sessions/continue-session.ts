import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { adoptHints } from '../session-hints/adopt-hints.ts'
import { passLeases } from '../work-items/leases/session-leases.ts'
import { changeSession } from './change-session.ts'
import { requireOwnSession } from './require-session.ts'
import { sessionEnded, sessionResumed } from './sessions.events.ts'
import type { FullSession } from './sessions.queries.ts'
import { showSession } from './show-session.ts'
import { startSession } from './start-session.ts'

/**
 * Goes on with a session. One that is running in this agent's own hands is simply gone on with; from any other a new one
 * follows, which takes over what it held: its leases with new fences, and the hints that wait in it.
 */
export async function continueSession(ctx: Context, id: string): Promise<FullSession> {
  const before = await requireOwnSession(ctx, id, 'resume')
  if (before.project_archived_at) {
    throw new Refusal('conflict', 'The project of this session is archived. Restore it first: archive_project with restore: true.')
  }
  const { agent } = ctx.principal
  const own = before.agent_id === null || agent === null || agent === before.agent_id
  if (before.status === 'running' && own) return goOn(ctx, before)
  const { goals, context, project_id: project } = before
  const session = await startSession(ctx, { goals, context, project, parent: id })
  await passLeases(ctx, id, session.id)
  await adoptHints(ctx, id, session.id, agent)
  if (before.status === 'running' || before.status === 'lost') await finish(ctx, before)
  ctx.emit(sessionResumed, { agent_session: showSession(session) })
  ctx.target(session.id)
  return session
}

async function goOn(ctx: Context, session: FullSession): Promise<FullSession> {
  const agent = session.agent_id ?? ctx.principal.agent
  if (agent !== session.agent_id) await adoptHints(ctx, session.id, session.id, agent)
  return changeSession(ctx, session, { agent_id: agent, seen_at: ctx.clock.now().toISOString() })
}

async function finish(ctx: Context, session: FullSession): Promise<void> {
  const ended = await changeSession(ctx, session, { status: 'ended', outcome: 'Resumed.', ended_at: ctx.clock.now().toISOString() })
  ctx.emit(sessionEnded, { agent_session: showSession(ended), released_leases: 0 })
}
