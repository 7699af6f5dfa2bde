import { implement } from '../../kernel/operation.ts'
import { enforceBudget, prepareToStop } from '../usage/enforce-budget.ts'
import { leasesOfHolder, renewLeasesOf } from '../work-items/leases/session-leases.ts'
import { addCheckpoint } from './add-checkpoint.ts'
import { requireOpenSession, requireSession } from './require-session.ts'
import * as contracts from './sessions.contract.ts'
import { sessionCheckpointed } from './sessions.events.ts'
import { showCheckpoint, showSession } from './show-session.ts'

export const checkpointSession = implement(contracts.checkpointSession, async (ctx, { session: named, client_session, ...report }) => {
  await prepareToStop(ctx)
  const { session, checkpoint } = await addCheckpoint(ctx, await requireOpenSession(ctx, { session: named, client_session }), report)
  await renewLeasesOf(ctx, session.id)
  ctx.target(session.id)
  ctx.emit(sessionCheckpointed, { agent_session: showSession(session), progress: checkpoint.progress, checkpoint: checkpoint.number })
  // A budget that is reached now stops the agent with this very report; the report itself is kept.
  const stopped = await enforceBudget(ctx, session.agent_id)
  const shown = showSession(stopped ? await requireSession(ctx, session.id) : session)
  const leases = (await leasesOfHolder(ctx, session.id)).map(({ task, title, until }) => ({ task, title, until }))
  return { ...shown, checkpoint: showCheckpoint(checkpoint), leases }
})
