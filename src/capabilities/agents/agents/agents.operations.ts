import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireTeam } from '../../organizations/teams/require-team.ts'
import { allRows, decodeCursor, lastId, nextPage, withTotal } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { skillIdsOf } from '../../skills/to-skill.ts'
import * as contracts from './agents.contract.ts'
import { agents, agentsOfTeam, publicAgent } from './agents.queries.ts'
import { changeAgent } from './change-agent.ts'
import { requireOwnAgent } from './require-agent.ts'
import { toAgent, toAgents } from './to-agent.ts'

export const listAgents = implement(contracts.listAgents, async (ctx, { project, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const within = project === undefined ? null : (await requireProject(ctx, project, 'read')).id
  const rows = await ctx.tx.rows(agents, { org: ctx.org, before, limit: limit + 1, within })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return withTotal(ctx, cursor, { items: await toAgents(ctx, items), next_cursor }, agents, {
    org: ctx.org,
    before: lastId,
    limit: allRows,
    within,
  })
})

export const listTeamAgents = implement(contracts.listTeamAgents, async (ctx, { team: name, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const team = await requireTeam(ctx, name)
  const rows = await ctx.tx.rows(agentsOfTeam, { org: ctx.org, before, limit: limit + 1, team: team.id })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return { items: await toAgents(ctx, items), next_cursor }
})

export const updateAgent = implement(contracts.updateAgent, async (ctx, { agent: name, project, skills, version, ...changes }) => {
  const before = await requireOwnAgent(ctx, name)
  const project_id = project ? (await requireProject(ctx, project, 'write')).id : project
  const skill_ids = skills && (await skillIdsOf(ctx, skills))
  return toAgent(ctx, await changeAgent(ctx, before, { ...changes, project_id, skill_ids }, version))
})

export const restoreAgent = implement(contracts.restoreAgent, async (ctx, { agent: name }) => {
  const before = await requireOwnAgent(ctx, name, 'deleted')
  return toAgent(ctx, await changeAgent(ctx, before, { deleted_at: null, archive_memory: false }))
})

export const publishAgent = implement(contracts.publishAgent, async (ctx, { agent: name, slug }) => {
  const before = await requireOwnAgent(ctx, name)
  return toAgent(ctx, await changeAgent(ctx, before, { public_slug: slug ?? before.public_slug ?? before.slug }))
})

export const unpublishAgent = implement(contracts.unpublishAgent, async (ctx, { agent: name }) =>
  toAgent(ctx, await changeAgent(ctx, await requireOwnAgent(ctx, name), { public_slug: null })),
)

export const getPublicAgent = implement(contracts.getPublicAgent, async (ctx, { slug: asked }) => {
  const row = await ctx.tx.row(publicAgent, { slug: asked })
  if (!row) throw notFound('public agent', asked, 'It may have been taken down.')
  const { slug, name, description, role, model, organization } = row.fields
  return { slug, name, description, role, model, organization, published_at: row.published_at, updated_at: row.updated_at }
})
