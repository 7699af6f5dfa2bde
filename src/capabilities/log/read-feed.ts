import type { Context } from '../../kernel/context.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../paging.ts'
import type { z } from 'zod'
import type { ActivityArea } from './activity.contract.ts'
import { feed } from './activity.queries.ts'
import { showActivities } from './show-activities.ts'

export interface FeedFilter {
  type: string | null
  area: z.infer<typeof ActivityArea> | null
  user: string | null
  agent: string | null
  project: string | null
  subject: string | null
  since: string | null
  until: string | null
}

/** A page of the feed, newest first, limited to what the caller may see. */
export async function readFeed(ctx: Context, filter: FeedFilter, limit: number, cursor: string | undefined) {
  const [before] = decodeCursor(cursor, ['number']) ?? [null]
  const { type, area, user, agent, project, subject, since, until } = filter
  const filters = { type: area ? null : type, kinds: area && kindsOf[area], user, agent, project, subject, since, until }
  const rows = await ctx.tx.rows(feed, { ...filters, before, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.seq])
  const page = { items: await showActivities(ctx, items), next_cursor }
  // Kinds aren't indexed: counting them would read the whole log.
  return area ? page : withTotal(ctx, cursor, page, feed, { ...filters, before: null, limit: allRows })
}

/** What comes before the dot in the event types of an area. */
const kindsOf: Record<z.infer<typeof ActivityArea>, string[]> = {
  work: ['task', 'story', 'epic', 'attachment', 'milestone', 'import', 'remote_import', 'view'],
  comments: ['comment'],
  features: ['feature', 'evidence', 'review', 'workflow'],
  knowledge: ['note', 'spec', 'decision', 'memory'],
  agents: ['agent', 'agent_session', 'hint', 'budget', 'run', 'tunnel', 'tunnel_action', 'skill'],
  code: ['repository', 'code_connection', 'receipt'],
  people: ['member', 'invite', 'team', 'organization', 'project', 'workspace', 'account', 'profile'],
}
