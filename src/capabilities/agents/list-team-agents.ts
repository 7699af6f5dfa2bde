import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import { requireTeam } from '../teams/require-team.ts'
import * as contracts from './agents.contract.ts'
import { agentsOfTeam } from './agents.queries.ts'
import { toAgents } from './to-agent.ts'

export const listTeamAgents = implement(contracts.listTeamAgents, async (ctx, { team: name, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const team = await requireTeam(ctx, name)
  const rows = await ctx.tx.rows(agentsOfTeam, [ctx.org, before, limit + 1, team.id])
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return { items: await toAgents(ctx, items), next_cursor }
})
