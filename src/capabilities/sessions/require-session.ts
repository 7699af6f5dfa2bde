import type { Context, TxContext } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isAdmin } from '../teams/require-team.ts'
import { lockedSession, sessionById, type FullSession } from './sessions.queries.ts'

/** A session the caller may see. */
export async function requireSession(ctx: Context, id: string): Promise<FullSession> {
  const session = await ctx.tx.row(sessionById, [ctx.org, id])
  if (!session) throw missing(id)
  return session
}

/** A session by its id, such as the holder of a lease, if it is one and the caller may see it. */
export const findSession = (ctx: TxContext, holder: string): Promise<FullSession | undefined> => ctx.tx.row(sessionById, [ctx.org, holder])

/** One that the caller works in, locked: its owner, through its own agent or as a person. To end one, admins may as well. */
export async function requireOwnSession(ctx: Context, id: string, purpose: 'work' | 'resume' | 'end'): Promise<FullSession> {
  const session = await ctx.tx.row(lockedSession, [ctx.org, id])
  if (!session) throw missing(id)
  const { user, agent } = ctx.principal
  if (session.owner_id !== user && !(purpose === 'end' && agent === null && isAdmin(ctx))) {
    throw new Refusal('forbidden', 'Only whoever started this session may do this. Start one of your own: create_session.')
  }
  if (purpose !== 'resume' && agent && session.agent_id && agent !== session.agent_id) {
    throw new Refusal('forbidden', 'This is the session of another agent of yours. Go on with it by resume_session.')
  }
  return session
}

/** One that is under way; a lost one is found again by giving a sign of life. */
export async function requireOpenSession(ctx: Context, id: string, purpose: 'work' | 'end' = 'work'): Promise<FullSession> {
  const session = await requireOwnSession(ctx, id, purpose)
  if (session.status === 'running' || session.status === 'lost') return session
  throw new Refusal('conflict', `This session is ${session.status}. Go on with it by resume_session, or start another: create_session.`)
}

const missing = (id: string) => notFound('session', id, 'Use list_sessions to find its id.')
