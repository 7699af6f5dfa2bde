import type { Context } from '../../../kernel/context.ts'
import type { Expected } from '../../../platform/together.ts'
import { activityOfSubject } from '../../log/recent-activity.ts'
import { agentsById } from '../../agents/agents/find-agents.ts'
import { recentAttachments } from '../attachments/attachments.operations.ts'
import { recentComments } from '../comments/named-comments.ts'
import { backlinksOfExpected, linksOf } from '../../links/links.ts'
import { peopleById } from '../../organizations/organizations/people.ts'
import { countBelow } from '../lists/count-items.ts'
import { isLive } from '../leases/lease.ts'
import { relatedTo } from '../relations/relations.queries.ts'
import { toTask } from './require-item.ts'
import { blockedBy, blocks, parentsOf, type FullRow } from './work-items.queries.ts'

const sizes = {
  detailed: { description: Infinity, comments: 20, body: Infinity, attachments: 50, links: 200, history: 20 },
  concise: { description: 4000, comments: 3, body: 600, attachments: 10, links: 10, history: 3 },
}

/**
 * The page of an item of any kind, in a context that reads together: everything attached to the item in one statement with it, then the names in
 * the result. `found` is the item if it may be shown, or a refusal.
 */
export async function showItem(ctx: Context, item: Expected<FullRow>, found: Promise<FullRow>, format: keyof typeof sizes) {
  const size = sizes[format]
  const id = item.column('id')
  const place = { org: ctx.org, id }
  const [row, line, blocked_by, blocking, history, comments, attachments, links, backlinks, related, people, agents, children] =
    await Promise.all([
      found,
      ctx.tx.rows(parentsOf, place),
      ctx.tx.rows(blockedBy, place),
      ctx.tx.rows(blocks, place),
      activityOfSubject(ctx, id, size.history),
      recentComments(ctx, id, size.comments),
      recentAttachments(ctx, id, size.attachments),
      linksOf(ctx, { kind: 'task', id }),
      backlinksOfExpected(ctx, 'task', item),
      ctx.tx.rows(relatedTo, place),
      peopleById(ctx, [item.column('created_by'), item.column('lease_user_id')]),
      agentsById(ctx, [item.column('assignee_agent_id'), item.column('lease_agent_id'), item.column('created_by_agent_id')]),
      countBelow(ctx, id),
    ])
  const person = (id: string | null) => people.get(id ?? '') ?? null
  const agent = (id: string | null) => agents.get(id ?? '') ?? null
  const held = isLive(row, ctx.clock.now()) && row.lease_until
  return {
    ...toTask(row),
    description: cut(row.description, size.description),
    parents: line.slice(1).map(({ parent_id: _, ...link }) => link),
    children,
    blocked_by,
    blocks: blocking,
    assignee_agent: agent(row.assignee_agent_id),
    author: person(row.created_by),
    author_agent: agent(row.created_by_agent_id),
    lease: held ? { from: row.lease_from, until: held, user: person(row.lease_user_id), agent: agent(row.lease_agent_id) } : null,
    comments: { ...comments, items: comments.items.map((comment) => ({ ...comment, body: cut(comment.body, size.body) })) },
    attachments,
    links: links.slice(0, size.links),
    backlinks: backlinks.slice(0, size.links),
    related: related.slice(0, size.links),
    history,
  }
}

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}… (response_format: detailed gives all)` : text
