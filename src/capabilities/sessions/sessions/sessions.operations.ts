import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { requireOpenSession, requireSession } from '../../agents/sessions/require-session.ts'
import { showCheckpoint, showSession } from '../../agents/sessions/show-session.ts'
import { decodeCursor, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { leasesOfHolder, renewLeasesOf } from '../../work/leases/session-leases.ts'
import { enforceBudget, prepareToStop } from '../usage/enforce-budget.ts'
import { addCheckpoint } from './add-checkpoint.ts'
import { changeSession } from './change-session.ts'
import * as contracts from './sessions.contract.ts'
import { sessionCheckpointed, sessionLost, sessionStarted } from './sessions.events.ts'
import { checkpointsBefore, lockedForSystem, pauseOf } from './sessions.queries.ts'
import { lostAt, startSession } from './start-session.ts'

export const createSession = implement(contracts.createSession, async (outer, { goals, context = '', project: name, client_session }) => {
  const ctx = together(outer)
  const project = name === undefined ? null : await requireProject(ctx, name, 'write')
  const session = await startSession(ctx, { goals, context, project, parent: null, client_session })
  ctx.emit(sessionStarted, { agent_session: showSession(session) })
  return { ...showSession(session), context }
})

const afterAll = 2_147_483_647

export const listCheckpoints = implement(contracts.listCheckpoints, async (ctx, { session: id, limit, cursor }) => {
  const session = await requireSession(ctx, id)
  const [before] = decodeCursor(cursor, ['number']) ?? [afterAll]
  const rows = await ctx.tx.rows(checkpointsBefore, { org: ctx.org, session: session.id, before, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.number])
  return { items: items.map(showCheckpoint), next_cursor }
})

export const checkpointSession = implement(contracts.checkpointSession, async (outer, { session: named, client_session, ...report }) => {
  const ctx = together(outer)
  const budget = await prepareToStop(ctx)
  const before = await requireOpenSession(ctx, { session: named, client_session })
  const [{ session, checkpoint }, renewed] = await Promise.all([addCheckpoint(ctx, before, report), renewLeasesOf(ctx, before.id)])
  ctx.target(session.id)
  ctx.emit(sessionCheckpointed, { agent_session: showSession(session), progress: checkpoint.progress, checkpoint: checkpoint.number })
  // If this report reaches the budget, it stops the agent; the report itself is kept.
  const stopped = await enforceBudget(ctx, session.agent_id, budget)
  const shown = showSession(stopped ? await requireSession(ctx, session.id) : session)
  const leases = stopped ? (await leasesOfHolder(ctx, session.id)).map(({ task, title, until }) => ({ task, title, until })) : renewed
  return { ...shown, checkpoint: showCheckpoint(checkpoint), leases }
})

/** Runs when a session is overdue; if it was heard from, the check is rescheduled. Its leases expire by themselves. */
export const loseSession = implement(contracts.loseSession, async (ctx, { session_id }) => {
  const row = await ctx.tx.row(lockedForSystem, { org: ctx.org, session_id })
  if (row?.status !== 'running') return { lost: false }
  const paused = await ctx.tx.row(pauseOf, { org: ctx.org, agent_id: row.agent_id })
  const due = paused ? new Date(paused.until) : lostAt(ctx, new Date(row.seen_at))
  if (due > ctx.clock.now()) {
    await ctx.enqueue('loseSession', { session_id }, { startAfter: due })
    return { lost: false }
  }
  const lost = await changeSession(ctx, row, { status: 'lost' })
  ctx.emit(sessionLost, { agent_session: showSession(lost) })
  return { lost: true }
})
