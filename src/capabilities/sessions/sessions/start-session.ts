import type { Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { callerKeys, instanceValues } from '../../agents/instances/instance.ts'
import { insertSession } from './sessions.queries.ts'
import type { FullSession } from '../../agents/sessions/session-sql.ts'

interface Start {
  goals: string[]
  context: string
  project: { id: string; slug: string | null } | null
  parent: string | null
  client_session: string | undefined
}

/** Stores a new running session of the calling instance, and schedules the check that marks a silent one as lost. */
export async function startSession(ctx: Context, { goals, context, project, parent, client_session }: Start): Promise<FullSession> {
  const id = newId()
  const keys = callerKeys(ctx, client_session)
  const instance = instanceValues(ctx, keys)
  const row = await ctx.tx.one(insertSession, { ...instance, org: ctx.org, id, project: project?.id ?? null, parent, goals, context })
  await ctx.enqueue('loseSession', { session_id: id }, { startAfter: lostAt(ctx, instance.now) })
  ctx.target(id)
  return { ...row, ...keys, project_slug: project?.slug ?? null, project_archived_at: null }
}

export const lostAt = ({ services }: Context, seen: Date): Date => new Date(seen.getTime() + services.config.SESSION_LOST_MINUTES * 60_000)
