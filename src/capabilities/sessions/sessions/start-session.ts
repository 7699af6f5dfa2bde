import { userOf, type Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { callerKeys, enterInstance } from '../../agents/instances/instance.ts'
import { insertSession } from './sessions.queries.ts'
import { findSession } from '../../agents/sessions/require-session.ts'
import type { FullSession } from '../../agents/sessions/session-sql.ts'

interface Start {
  goals: string[]
  context: string
  project: string | null
  parent: string | null
  client_session: string | undefined
}

/** Stores a new running session of the calling instance, and has it looked after: one that falls silent is taken for lost. */
export async function startSession(ctx: Context, { goals, context, project, parent, client_session }: Start): Promise<FullSession> {
  const id = newId()
  const now = ctx.clock.now()
  const instance = await enterInstance(ctx, callerKeys(ctx, client_session))
  await ctx.tx.rows(insertSession, {
    org: ctx.org,
    id,
    user: userOf(ctx),
    agent: ctx.principal.agent,
    project,
    parent,
    goals,
    context,
    instance,
    now,
  })
  await ctx.enqueue('loseSession', { session_id: id }, { startAfter: lostAt(ctx, now) })
  ctx.target(id)
  const row = await findSession(ctx, id)
  if (!row) throw new Error('the session was not stored')
  return row
}

export const lostAt = ({ services }: Context, seen: Date): Date => new Date(seen.getTime() + services.config.SESSION_LOST_MINUTES * 60_000)
