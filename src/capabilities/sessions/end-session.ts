import { implement } from '../../kernel/operation.ts'
import { releaseLeasesHeldBy } from '../work-items/leases/session-leases.ts'
import { tellSessionEnded } from '../agent-notices/tell.ts'
import { enforceBudget, prepareToStop } from '../usage/enforce-budget.ts'
import { addCheckpoint } from './add-checkpoint.ts'
import { rememberSession } from './remember-session.ts'
import { requireOpenSession } from './require-session.ts'
import * as contracts from './sessions.contract.ts'
import { sessionEnded } from './sessions.events.ts'
import { lastState } from './sessions.queries.ts'
import { showSession } from './show-session.ts'

export const endSession = implement(contracts.endSession, async (ctx, { session: named, client_session, outcome, state, usage }) => {
  await prepareToStop(ctx)
  const before = await requireOpenSession(ctx, { session: named, client_session }, 'end')
  const { id } = before
  const ends = { status: 'ended', outcome, ended_at: ctx.clock.now().toISOString() } as const
  const { session } = await addCheckpoint(ctx, before, { progress: outcome, state, usage }, ends)
  const final = state || (await ctx.tx.row(lastState, [ctx.org, id]))?.state || ''
  const memory_id = await rememberSession(ctx, session, final)
  const byOther = before.owner_id !== ctx.principal.user || before.agent_id !== ctx.principal.agent
  const released_leases = await releaseLeasesHeldBy(ctx, id, byOther)
  if (byOther) await tellSessionEnded(ctx, before)
  ctx.emit(sessionEnded, { agent_session: showSession(session), released_leases })
  await enforceBudget(ctx, session.agent_id)
  return { ...showSession(session), released_leases, memory_id }
})
