import { implement } from '../../kernel/operation.ts'
import { changeSession } from './change-session.ts'
import * as contracts from './sessions.contract.ts'
import { sessionLost } from './sessions.events.ts'
import { lockedForSystem, pauseOf } from './sessions.queries.ts'
import { showSession } from './show-session.ts'
import { lostAt } from './start-session.ts'

/** Runs when a session should have given a sign of life: one that did is looked at again later. Its leases run out by themselves. */
export const loseSession = implement(contracts.loseSession, async (ctx, { session_id }) => {
  const row = await ctx.tx.row(lockedForSystem, [ctx.org, session_id])
  if (row?.status !== 'running') return { lost: false }
  const paused = await ctx.tx.row(pauseOf, [ctx.org, row.agent_id])
  const due = paused ? new Date(paused.until) : lostAt(ctx, new Date(row.seen_at))
  if (due > ctx.clock.now()) {
    await ctx.enqueue('loseSession', { session_id }, { startAfter: due })
    return { lost: false }
  }
  const lost = await changeSession(ctx, row, { status: 'lost' })
  ctx.emit(sessionLost, { agent_session: showSession(lost) })
  return { lost: true }
})
