import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { tellSessionEnded } from '../../agents/notices/tell.ts'
import { requireOpenSession } from '../../agents/sessions/require-session.ts'
import type { FullSession } from '../../agents/sessions/session-sql.ts'
import { showSession } from '../../agents/sessions/show-session.ts'
import { storeMemoryEntry } from '../../memory/entries/store-memory-entry.ts'
import { releaseLeasesHeldBy } from '../../work/leases/session-leases.ts'
import { enforceBudget, prepareToStop } from '../usage/enforce-budget.ts'
import { addCheckpoint } from './add-checkpoint.ts'
import * as contracts from './sessions.contract.ts'
import { sessionEnded } from './sessions.events.ts'
import { lastState } from './sessions.queries.ts'

const longest = 20_000

export const endSession = implement(contracts.endSession, async (outer, { session: named, client_session, outcome, state, usage }) => {
  const ctx = together(outer)
  const budget = await prepareToStop(ctx)
  const stateOf = async (id: string) => (await ctx.tx.row(lastState, { org: ctx.org, session: id }))?.state ?? ''
  const [before, known] = await Promise.all([
    requireOpenSession(ctx, { session: named, client_session }, 'end'),
    named === undefined || state ? undefined : stateOf(named),
  ])
  const { id } = before
  const ends = { status: 'ended', outcome, ended_at: ctx.clock.now().toISOString() } as const
  const byOther = before.owner_id !== ctx.principal.user || before.agent_id !== ctx.principal.agent
  const final = state || (known ?? (await stateOf(id)))
  const agent_id = before.agent_id ?? ctx.principal.agent
  const [{ session }, memory_id, released_leases] = await Promise.all([
    addCheckpoint(ctx, before, { progress: outcome, state, usage }, ends),
    rememberSession(ctx, { ...before, agent_id, outcome }, final),
    releaseLeasesHeldBy(ctx, id, byOther),
  ])
  if (byOther) await tellSessionEnded(ctx, before)
  ctx.emit(sessionEnded, { agent_session: showSession(session), released_leases })
  await enforceBudget(ctx, session.agent_id, budget)
  return { ...showSession(session), released_leases, memory_id }
})

/** How a session ended, worded so that it is found again when somebody works on the same thing. */
function finalState({ goals, outcome }: FullSession, state: string): string {
  const parts = [`Outcome: ${outcome ?? ''}`, `Goals: ${goals.join('; ')}`, ...(state ? [`State: ${state}`] : [])]
  return parts.join('\n\n').slice(0, longest).toWellFormed()
}

/** Stores how a session ended as a memory of its project, else of its agent, else of the session itself. Returns the memory's id. */
async function rememberSession(ctx: Context, session: FullSession, state: string): Promise<string> {
  const { id, project_id, agent_id, owner_id } = session
  const scope = project_id
    ? { scope: 'project' as const, scope_id: project_id, project_id, owner_id: null }
    : { scope: agent_id ? ('agent' as const) : ('session' as const), scope_id: agent_id ?? id, project_id: null, owner_id }
  const memory = await storeMemoryEntry(ctx, scope, {
    content: finalState(session, state),
    tags: ['session-end'],
    sources: [{ kind: 'session', ref: id }],
  })
  return memory.id
}
