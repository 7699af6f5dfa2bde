import type { Context, OutsideContext, TxContext } from '../../../kernel/context.ts'
import { embedQuestion, type Asked } from '../../memory/search/question-vector.ts'
import { memoriesFor } from '../../memory/entries/memories-for.ts'
import { lastCheckpoints } from '../../sessions/sessions/last-checkpoint.ts'
import { findSession } from '../../agents/sessions/require-session.ts'
import type { FullSession } from '../../agents/sessions/show-session.ts'
import type { Pack } from './material.ts'

const longestQuestion = 2000
/** Many short memories say more than one long one; search_memory returns each in full. */
const longest = 800

const questionOf = (goals: readonly string[], progress: string): string =>
  [...goals, progress].join('\n').slice(0, longestQuestion).toWellFormed()

/** Runs before the transaction: embeds what a session is about. Callers who may not see the session are refused by the handler. */
export async function embedGoals(ctx: OutsideContext, find: (ctx: TxContext) => Promise<string | undefined>): Promise<Asked | undefined> {
  const text = await ctx.transaction('read', async (inside) => {
    const id = await find(inside)
    const session = id === undefined ? undefined : await findSession(inside, id)
    return session && questionOf(session.goals, (await lastCheckpoints(inside, session.id, 0)).last?.progress ?? '')
  })
  return text ? embedQuestion(ctx, text) : undefined
}

/** Memories that bear on a session's goals and on where it stopped. */
export async function memoriesBearingOn(
  ctx: Context,
  session: FullSession,
  progress: string,
  limit: number,
  asked: Asked | undefined,
): Promise<Pack['memories']> {
  const text = questionOf(session.goals, progress)
  const { project_id: project, agent_id: agent, id } = session
  return memoriesFor(ctx, { project, agent, session: id, text, limit, longest, asked })
}
