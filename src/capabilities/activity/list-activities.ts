import { implement } from '../../kernel/operation.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { requireMember } from '../organizations/require-member.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './activity.contract.ts'
import { feed } from './activity.queries.ts'
import { showActivities } from './show-activities.ts'

export const listActivities = implement(contracts.listActivities, async (ctx, input) => {
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'read')).id
  const agent = input.agent === undefined ? null : (await requireAgent(ctx, input.agent)).id
  const user = input.user === undefined ? null : (await requireMember(ctx, input.user)).user_id
  const { type = null, subject = null, since = null, until = null, limit } = input
  const [before] = decodeCursor(input.cursor, ['number']) ?? [null]
  const filters = [type, user, agent, project, subject, since, until]
  const rows = await ctx.tx.rows(feed, [...filters, before, limit + 1])
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.seq])
  return withTotal(ctx, input.cursor, { items: await showActivities(ctx, items), next_cursor }, feed, [...filters, null, allRows])
})
