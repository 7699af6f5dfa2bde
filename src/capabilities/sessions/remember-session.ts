import type { Context } from '../../kernel/context.ts'
import { storeMemoryEntry } from '../memory/store-memory-entry.ts'
import type { FullSession } from './sessions.queries.ts'

const longest = 20_000

/** How a session ended, in words that are found again when somebody works on the same. */
function finalState({ goals, outcome }: FullSession, state: string): string {
  const parts = [`Outcome: ${outcome ?? ''}`, `Goals: ${goals.join('; ')}`, ...(state ? [`State: ${state}`] : [])]
  return parts.join('\n\n').slice(0, longest).toWellFormed()
}

/** Keeps how a session ended as memory of its project, else of its agent, else of the session itself. Answers the memory's id. */
export async function rememberSession(ctx: Context, session: FullSession, state: string): Promise<string> {
  const { id, project_id, agent_id, owner_id } = session
  const lane = project_id
    ? { scope: 'project' as const, scope_id: project_id, project_id, owner_id: null }
    : { scope: agent_id ? ('agent' as const) : ('session' as const), scope_id: agent_id ?? id, project_id: null, owner_id }
  const memory = await storeMemoryEntry(ctx, lane, {
    content: finalState(session, state),
    tags: ['session-end'],
    sources: [{ kind: 'session', ref: id }],
  })
  return memory.id
}
