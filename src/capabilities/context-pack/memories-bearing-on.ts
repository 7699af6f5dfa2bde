import type { Context } from '../../kernel/context.ts'
import { memoriesFor } from '../memory/memories-for.ts'
import type { FullSession } from '../sessions/show-session.ts'
import type { Pack } from './material.ts'

const longestQuestion = 2000
/** Many short ones say more than one long one; search_memory gives each as a whole. */
const longest = 800

/** What was learnt that bears on a session's goals and on where it stopped. */
export async function memoriesBearingOn(ctx: Context, session: FullSession, progress: string, limit: number): Promise<Pack['memories']> {
  const text = [...session.goals, progress].join('\n').slice(0, longestQuestion).toWellFormed()
  const { project_id: project, agent_id: agent, id } = session
  const found = await memoriesFor(ctx, { project, agent, session: id, text, limit })
  const short = (content: string) => (content.length <= longest ? content : `${content.slice(0, longest).toWellFormed()}…`)
  return found.map(({ id: memory, content, trust }) => ({ id: memory, content: short(content), trust }))
}
