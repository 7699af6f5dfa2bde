import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { requireOrganization } from '../../organizations/organizations/require-organization.ts'
import { requireTeam } from '../../organizations/teams/require-team.ts'
import { requireProject } from '../../projects/require-project.ts'
import { computeInsights } from './compute-insights.ts'
import * as contracts from './insights.contract.ts'
import { completions, projectsInScope } from './insights.queries.ts'
import { dayAfter, dayOf, weekOf } from './period.ts'

const projectOf = async (ctx: Context, name: string | undefined) =>
  name === undefined ? null : (await requireProject(ctx, name, 'read')).id
const agentOf = async (ctx: Context, name: string | undefined) => (name === undefined ? null : (await requireAgent(ctx, name)).id)

async function projectsOf(ctx: Context, team: string | null, project: string | null): Promise<string[]> {
  return (await ctx.tx.rows(projectsInScope, { org: ctx.org, team, project })).map(({ id }) => id)
}

export const getInsights = implement(contracts.getInsights, async (ctx, input) => {
  const { id, name } = await requireOrganization(ctx, ctx.org)
  const [project, agent] = [await projectOf(ctx, input.project), await agentOf(ctx, input.agent)]
  const projects = await projectsOf(ctx, null, project)
  return {
    of: { kind: 'organization' as const, id, name },
    ...(await computeInsights(ctx, input, { projects, agent, own: project === null })),
  }
})

export const getProjectInsights = implement(contracts.getProjectInsights, async (ctx, input) => {
  const { id, name } = await requireProject(ctx, input.project, 'read')
  const agent = await agentOf(ctx, input.agent)
  return { of: { kind: 'project' as const, id, name }, ...(await computeInsights(ctx, input, { projects: [id], agent, own: false })) }
})

export const getTeamAnalytics = implement(contracts.getTeamAnalytics, async (ctx, input) => {
  const { id, name } = await requireTeam(ctx, input.team)
  const [project, agent] = [await projectOf(ctx, input.project), await agentOf(ctx, input.agent)]
  const projects = await projectsOf(ctx, id, project)
  return { of: { kind: 'team' as const, id, name }, ...(await computeInsights(ctx, input, { projects, agent, own: false })) }
})

export const getSparklines = implement(contracts.getSparklines, async (ctx, input) => {
  const projects = await projectsOf(ctx, null, await projectOf(ctx, input.project))
  const last = weekOf(dayOf(ctx.clock.now()))
  const weeks = Array.from({ length: input.weeks }, (_, place) => dayAfter(last, (place - input.weeks + 1) * 7))
  const rows = await ctx.tx.rows(completions[input.of], { org: ctx.org, projects, start: new Date(weeks[0] ?? last) })
  const lines = [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => {
    const counts = new Map(of.map(({ week, completed }) => [week, completed]))
    return { id, completed: weeks.map((week) => counts.get(week) ?? 0) }
  })
  return { weeks, lines }
})
