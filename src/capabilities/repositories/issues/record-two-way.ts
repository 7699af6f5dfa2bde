import type { Context } from '../../../kernel/context.ts'
import type { HostComment, HostIssue } from '../../../platform/code-host/issue-session.ts'
import { addCommentFromOutside } from '../../work/comments/add-comment.ts'
import { changeItem } from '../../work/items/change-item.ts'
import { toWire } from '../../work/items/require-item.ts'
import { itemsByIds } from '../../work/lists/items-by-names.ts'
import { forgetOwnWrites, ownFields, ownWrites } from './host-writes.ts'
import { commentOf } from './issue-texts.ts'
import { issueConflict } from './issues.events.ts'
import { type IssueLink, knownComments, linksOf, putComments } from './issues.queries.ts'
import { changesOf, fields, type IssueState, isSame, merge, only, stateOfIssue, stateOfTask } from './merge-issue.ts'
import { want } from './want-write.ts'

interface Followed {
  /** The newly agreed states, if they differ. */
  agreed: { issue: HostIssue; state: IssueState }[]
  changed: boolean
}

/** Updates the tasks of issues changed at the host, and requests writes of those changed here. What we wrote ourselves is no change. */
export async function followBothWays(
  ctx: Context,
  repository: string,
  issues: readonly HostIssue[],
  links: ReadonlyMap<number, IssueLink>,
): Promise<Followed> {
  const ours = await ownWrites(
    ctx,
    repository,
    issues.map(({ number }) => number),
  )
  const ids = issues.flatMap(({ number }) => links.get(number)?.item_id ?? [])
  const items = new Map((await itemsByIds(ctx, ids, 'write')).map((item) => [item.id, item]))
  const followed: Followed = { agreed: [], changed: false }
  for (const issue of issues) {
    const link = links.get(issue.number)
    const item = items.get(link?.item_id ?? '')
    if (!link || !item) continue
    const host = stateOfIssue(issue)
    // It was read before we wrote to it.
    if (Date.parse(issue.updated_at) < Date.parse(link.host_updated_at)) continue
    const agreed = { title: link.title, state: link.state }
    const own = ownFields(ours, issue.number, host).filter((field) => host[field] !== agreed[field])
    const { take, give, lost } = merge({ ...agreed, ...only(host, own) }, host, stateOfTask(item))
    if (Object.keys(take).length > 0) {
      const after = await changeItem(ctx, item, changesOf(take, issue, item.status), 'overridden')
      if (lost.length > 0) ctx.emit(issueConflict, { item: toWire(after), number: issue.number, fields: lost })
      followed.changed = true
    }
    // A write that the host refused is retried when somebody changes the task, not with every sync.
    if (fields.some((field) => field in give && !own.includes(field)) && link.refused === null) await want(ctx, repository, issue.number)
    // What we wrote is recorded by the job that wrote it.
    const state = { ...host, ...only(agreed, own) }
    if (!isSame(state, agreed)) followed.agreed.push({ issue, state })
    for (const field of fields) if (state[field] !== agreed[field]) await forgetOwnWrites(ctx, repository, field, issue.number)
  }
  return followed
}

/** Turns each comment on an issue into a comment on its task, once. */
export async function recordComments(ctx: Context, repository: string, comments: readonly HostComment[]): Promise<boolean> {
  if (comments.length === 0) return false
  const numbers = [...new Set(comments.map(({ number }) => number))]
  const place = { org: ctx.org, repository }
  const links = new Map((await ctx.tx.rows(linksOf, { org: ctx.org, id: repository, numbers })).map((one) => [one.number, one.item_id]))
  const ids = comments.map(({ host_id }) => host_id)
  const known = new Set((await ctx.tx.rows(knownComments, { ...place, ids })).map(({ host_id }) => Number(host_id)))
  const ours = await ownWrites(ctx, repository, numbers)
  const items = new Map((await itemsByIds(ctx, [...links.values()], 'read')).map((item) => [item.id, item]))
  const rows: { comment_id: string; number: number; host_id: number }[] = []
  for (const comment of comments) {
    const { host_id, number, body } = comment
    const item = items.get(links.get(number) ?? '')
    const said = commentOf(comment)
    if (!item || known.has(host_id) || said.body === '' || ours.at('comment', number, body)) continue
    const { id } = await addCommentFromOutside(ctx, toWire(item), said)
    rows.push({ comment_id: id, number, host_id })
  }
  if (rows.length > 0) await ctx.tx.rows(putComments, { ...place, rows: JSON.stringify(rows) })
  return rows.length > 0
}
