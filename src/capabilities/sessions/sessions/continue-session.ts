import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { actor, tellSessionTaken } from '../../agents/notices/tell.ts'
import { callerKeys, isSameInstance, learnKeys, type Keys } from '../../agents/instances/instance.ts'
import { adopt } from '../hints/session-hints.queries.ts'
import { leasesToPass, passLeases } from '../../work/leases/session-leases.ts'
import { changeSession } from './change-session.ts'
import { isAlive } from '../../agents/sessions/require-session.ts'
import { sessionEnded, sessionResumed } from './sessions.events.ts'
import type { FullSession } from '../../agents/sessions/session-sql.ts'
import { showSession } from '../../agents/sessions/show-session.ts'
import { startSession } from './start-session.ts'

interface How {
  client_session: string | undefined
  take_over: boolean
}

/**
 * Continues a session. One that runs in this very window is reused; for any other, a new session follows and takes over what it held: its leases with
 * new fences, and its waiting hints. One that is alive elsewhere is taken over only on request.
 */
export async function continueSession(ctx: Context, before: FullSession, { client_session, take_over }: How): Promise<FullSession> {
  if (before.project_archived_at) {
    throw new Refusal('conflict', 'The project of this session is archived. Restore it first: {archiveProject with restore: true}.')
  }
  const { agent } = ctx.principal
  const keys = callerKeys(ctx, client_session)
  const isOpen = before.status === 'running' || before.status === 'lost'
  if (isOpen && agent === before.agent_id && isSameInstance(before, keys)) return goOn(ctx, before, keys)
  if (isAlive(before, ctx.clock.now()) && !take_over) throw isRunning(before)
  const { id, goals, context, project_id, project_slug: slug } = before
  const project = project_id === null ? null : { id: project_id, slug }
  const [session, held, by] = await Promise.all([
    startSession(ctx, { goals, context, project, parent: id, client_session }),
    leasesToPass(ctx, id),
    isOpen && before.instance_id !== null ? actor(ctx) : null,
  ])
  const passed = await passLeases(ctx, held, session)
  ctx.tx.beforeCommit(adopt, { org: ctx.org, from: id, to: session.id, agent })
  if (isOpen) {
    await finish(ctx, before)
    tellSessionTaken(ctx, before, session, passed, by)
  }
  ctx.emit(sessionResumed, { agent_session: showSession(session) })
  ctx.target(session.id)
  return session
}

function isRunning({ called_at }: FullSession): Refusal {
  const words = `This session is running; its last call was at ${called_at}. If it is yours, work on in it: name it in {claimTask} and {checkpointSession}. To take it away from whoever runs it, repeat with take_over: true.`
  return new Refusal('conflict', words, { last_call: called_at })
}

async function goOn(ctx: Context, session: FullSession, keys: Keys): Promise<FullSession> {
  if (session.instance_id) await learnKeys(ctx, { ...session, id: session.instance_id }, keys)
  return changeSession(ctx, session, { status: 'running', seen_at: ctx.clock.now().toISOString() }, 'last')
}

async function finish(ctx: Context, session: FullSession): Promise<void> {
  const end = { status: 'ended', outcome: 'Resumed.', ended_at: ctx.clock.now().toISOString() } as const
  const ended = await changeSession(ctx, session, end, 'last')
  ctx.emit(sessionEnded, { agent_session: showSession(ended), released_leases: 0 })
}
