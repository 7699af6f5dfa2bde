import type { Context, OutsideContext } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import type { Sign } from '../../../platform/presence.ts'
import { requireFeature } from '../../features/features/require-feature.ts'
import { memberIdsOf, requireTeam } from '../../organizations/teams/require-team.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireAnyItem } from '../../work/items/require-any-item.ts'
import * as contracts from './presence.contract.ts'
import { agentsHere, people, places } from './presence.queries.ts'

/** Redis is read before the transaction; what the caller may see of the result is decided inside it. */
const prepare = (ctx: OutsideContext): Promise<Sign[] | null> => ctx.services.presence.read(ctx.org)

export const getTeamPresence = implement(contracts.getTeamPresence, {
  prepare,
  async handle(ctx, input, signs: Sign[] | null) {
    const team = await requireTeam(ctx, input.team)
    const members = await memberIdsOf(ctx, team.id)
    const here = (signs ?? []).filter(({ kind, id }) => kind === 'person' && members.includes(id))
    const agents = (signs ?? []).filter(({ kind }) => kind === 'agent').map(({ id }) => id)
    return {
      known: signs !== null,
      people: await showPeople(ctx, here),
      agents: await ctx.tx.rows(agentsHere, { org: ctx.org, agents, users: members }),
    }
  },
})

export const getProjectPresence = implement(contracts.getProjectPresence, {
  prepare,
  async handle(ctx, input, signs: Sign[] | null) {
    const project = await requireProject(ctx, input.project, 'read')
    const feature = input.feature === undefined ? null : await requireFeature(ctx, input.feature, 'read', project.id)
    const item = input.item === undefined ? null : await requireAnyItem(ctx, input.item, 'read')
    const isThere = (sign: Sign) => (feature === null || sign.feature === feature.id) && (item === null || sign.item === item.id)
    const here = (signs ?? []).filter((sign) => sign.project === project.id && isThere(sign))
    const shown = await showPeople(ctx, here)
    // People who have lost access to the project since are not shown there.
    return { known: signs !== null, people: shown.filter(({ at }) => at.length > 0), agents: [] }
  },
})

async function showPeople(ctx: Context, signs: readonly Sign[]) {
  if (signs.length === 0) return []
  const placed = signs.filter(({ project }) => project !== null)
  const [named, found] = await Promise.all([
    ctx.tx.rows(people, { org: ctx.org, users: [...new Set(signs.map(({ id }) => id))] }),
    ctx.tx.rows(places, {
      org: ctx.org,
      users: placed.map(({ id }) => id),
      projects: placed.map(({ project }) => project),
      features: placed.map(({ feature }) => feature),
    }),
  ])
  const byUser = Map.groupBy(found, ({ user_id }) => user_id)
  return named.map((person) => ({ ...person, at: (byUser.get(person.user_id) ?? []).map(({ user_id: _, ...place }) => place) }))
}
