import type { Context, TxContext } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { callerKeys, isSameInstance, learnKeys, silentAfter } from '../instances/instance.ts'
import { isAdmin } from '../../organizations/teams/require-team.ts'
import { lockedSession, sessionById, sessionOfInstance, successorOf } from './session.queries.ts'
import type { FullSession, ListedSession } from './session-sql.ts'

/** A session the caller may see. */
export async function requireSession(ctx: Context, id: string): Promise<FullSession> {
  const session = await ctx.tx.row(sessionById, { org: ctx.org, id })
  if (!session) throw missing(id)
  return session
}

/** A session by its id, such as a lease's holder, if it is a session and the caller may see it. */
export const findSession = (ctx: TxContext, holder: string): Promise<FullSession | undefined> =>
  ctx.tx.row(sessionById, { org: ctx.org, id: holder })

/** In use: it is running, and its instance has called recently. */
export const isAlive = ({ status, called_at }: Pick<ListedSession, 'status' | 'called_at'>, now: Date): boolean =>
  status === 'running' && now.getTime() - new Date(called_at).getTime() < silentAfter

/** A session of the caller's user, locked. Admins may also end other people's. */
export async function requireOwnSession(ctx: Context, id: string, purpose: 'work' | 'resume' | 'end'): Promise<FullSession> {
  const session = await ctx.tx.row(lockedSession, { org: ctx.org, id })
  if (!session) throw missing(id)
  const { user, agent } = ctx.principal
  if (session.owner_id !== user && !(purpose === 'end' && agent === null && isAdmin(ctx))) {
    throw new Refusal('forbidden', 'Only the agent or person who started this session can do this. Start your own: {createSession}.')
  }
  if (purpose !== 'resume' && agent && session.agent_id && agent !== session.agent_id) {
    throw new Refusal('forbidden', `This is the session of another agent of yours. ${takeOver}`)
  }
  return session
}

interface Named {
  session?: string | undefined
  client_session?: string | undefined
}

/**
 * An unfinished session of the caller, started by this very window as far as windows can be told apart. It is named by its id or by the
 * client's conversation id. A lost session recovers with its next sign of life.
 */
export async function requireOpenSession(ctx: Context, named: Named, purpose: 'work' | 'end' = 'work'): Promise<FullSession> {
  const keys = callerKeys(ctx, named.client_session)
  const session = await requireOwnSession(ctx, named.session ?? (await sessionOf(ctx, named.client_session)), purpose)
  if (session.status !== 'running' && session.status !== 'lost') throw await isOver(ctx, session)
  const isPerson = ctx.principal.credential.kind === 'interactive'
  if (!isPerson && isSameInstance(session, keys) === false) {
    throw new Refusal('conflict', `This session runs in another window of yours. ${takeOver}`)
  }
  if (!isPerson && session.instance_id) await learnKeys(ctx, { ...session, id: session.instance_id }, keys)
  return session
}

/** The caller's unfinished session, by the client's conversation id or else by its connection. */
export async function ownSession(ctx: TxContext, client_session: string | undefined, project: string | null): Promise<string | undefined> {
  const { user, agent } = ctx.principal
  const keys = callerKeys(ctx, client_session)
  const values = { org: ctx.org, user, project, agent, client_session: keys.client_session, connection: keys.connection }
  return (await ctx.tx.row(sessionOfInstance, values))?.id
}

async function sessionOf(ctx: Context, client_session: string | undefined): Promise<string> {
  if (client_session === undefined) throw new Refusal('invalid', 'Name the session, or your client’s own session id as client_session.')
  const found = await ownSession(ctx, client_session, null)
  if (found) return found
  throw new Refusal(
    'not_found',
    'No session runs under this client_session. Begin one with {createSession} or take one up with {resumeSession}, and send the same client_session there.',
  )
}

/** Whoever lost a session is told who has it now, but not how to take it back. */
async function isOver(ctx: Context, { id, status }: FullSession): Promise<Refusal> {
  const successor = await ctx.tx.row(successorOf, { org: ctx.org, id })
  if (!successor) {
    return new Refusal('conflict', `This session is ${status}. {resumeSession} continues it in a new one; {createSession} begins another.`)
  }
  return resumedAs(successor)
}

export async function requireUnresumed(ctx: Context, id: string): Promise<void> {
  const successor = await ctx.tx.row(successorOf, { org: ctx.org, id })
  if (successor) throw resumedAs(successor)
}

function resumedAs({ id, agent, owner, at }: { id: string; agent: string | null; owner: string | null; at: string }): Refusal {
  const by = agent ?? (owner ? `@${owner}` : 'another window')
  const words = `This session was taken over by ${by} at ${at} and continues as ${id}. Leave its work alone and begin your own with {createSession}.`
  return new Refusal('conflict', words, { resumed_as: id, resumed_by: by, resumed_at: at })
}

const takeOver = 'Begin your own with {createSession}; {resumeSession} with take_over: true takes this one away from whoever runs it.'
const missing = (id: string) => notFound('session', id, 'Use {listSessions} to find its id.')
