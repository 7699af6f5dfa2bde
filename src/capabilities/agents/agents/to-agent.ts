import type { Context } from '../../../kernel/context.ts'
import { namedSkills } from '../../skills/to-skill.ts'
import type { AgentRow } from './agents.queries.ts'

/** Agents as this caller sees them: with only those skills that the caller may read. */
export async function toAgents(ctx: Context, rows: readonly AgentRow[]) {
  const skills = await namedSkills(ctx, [...new Set(rows.flatMap((row) => row.skill_ids))])
  return rows.map(({ skill_ids, ...agent }) => ({
    ...agent,
    visibility: agent.public_slug === null ? ('organization' as const) : ('public' as const),
    skills: skills.filter(({ id }) => skill_ids.includes(id)),
  }))
}

export async function toAgent(ctx: Context, row: AgentRow) {
  const [agent] = await toAgents(ctx, [row])
  if (!agent) throw new Error('an agent went missing')
  return agent
}
