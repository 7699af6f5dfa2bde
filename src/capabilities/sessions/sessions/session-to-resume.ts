import { userOf, type TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { silentAfter } from '../../agents/instances/instance.ts'
import { isAlive, ownSession } from '../../agents/sessions/require-session.ts'
import { candidates, idleSession } from './sessions.queries.ts'

interface Wanted {
  client_session: string | undefined
  project: string | null
}

/**
 * The session that is meant if the caller names none: the one open in this window, else the newest of this agent that nobody is working in. One that was
 * ended is over: it is continued only by name. Sessions running elsewhere are named in the refusal, to be taken over by name or left alone.
 */
export async function sessionToResume(ctx: TxContext, { client_session, project }: Wanted): Promise<string> {
  const now = ctx.clock.now()
  const own = await ownSession(ctx, client_session, project)
  if (own) return own
  const silentSince = new Date(now.getTime() - silentAfter)
  const idle = await ctx.tx.row(idleSession, {
    org: ctx.org,
    user: userOf(ctx),
    project,
    agent: ctx.principal.agent,
    silent_since: silentSince,
  })
  if (idle) return idle.id
  const others = await ctx.tx.rows(candidates, { org: ctx.org, user: userOf(ctx), project })
  if (others.length === 0) throw new Refusal('not_found', 'You have no session to resume. Begin one with {createSession}.')
  throw new Refusal(
    'not_found',
    'None of your sessions is free to resume. Begin one with {createSession}, or name one of these as session; one that is alive needs take_over: true, which takes it away from whoever runs it.',
    {
      candidates: others.map((row) => ({
        session: row.id,
        title: row.goals[0] ?? '',
        agent: row.agent,
        status: row.status,
        alive: isAlive(row, now),
        last_call: row.called_at,
      })),
    },
  )
}
