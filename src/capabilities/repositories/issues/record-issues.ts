import { system, type Context } from '../../../kernel/context.ts'
import type { HostIssue } from '../../../platform/code-host/issue-session.ts'
import { changeItem } from '../../work/items/change-item.ts'
import { createItems } from '../../work/items/create-items.ts'
import { itemsByIds } from '../../work/lists/items-by-names.ts'
import type { SyncRow } from '../sync/sync.queries.ts'
import { taskOf } from './issue-texts.ts'
import { type IssueLink, linksOf, putLinks } from './issues.queries.ts'
import { changesOf, digestOf, stateOfIssue } from './merge-issue.ts'
import type { IssueReading } from './read-issues.ts'
import { followBothWays, recordComments } from './record-two-way.ts'
import { wantOverdue } from './want-write.ts'

type Links = ReadonlyMap<number, IssueLink>

/**
 * Turns issues into tasks, each once. A task follows its mirrored issue's title and state, a two-way one as `followBothWays` decides. The
 * last agreed state is stored, so that reading an issue again is no change. Returns whether anything here has changed.
 */
export async function recordIssues(ctx: Context, row: SyncRow, { issues, comments }: IssueReading): Promise<boolean> {
  const project = row.issues_project_id
  if (!project) return false
  const place = { org: ctx.org, id: row.id }
  const numbers = issues.map(({ number }) => number)
  const known: Links = new Map((await ctx.tx.rows(linksOf, { ...place, numbers })).map((one) => [one.number, one]))
  const fresh = issues.filter(({ number, state }) => !known.has(number) && state === 'open')
  const { principal } = ctx
  // On behalf of whoever connected the repository, but not as a person: strangers wrote these texts.
  ctx.enter({ ...system(ctx.org), user: row.created_by }, ctx.org)
  const made = await createItems(ctx, 'task', { id: project }, fresh.map(taskOf))
  const links = fresh.map((issue, at) => linkRow(issue, made[at]?.id as string))
  const linked = issues.filter(({ number }) => known.has(number))
  const { agreed, changed } =
    row.issues_mode === 'mirror'
      ? await mirror(ctx, linked, known)
      : row.issues_mode === 'two_way'
        ? await followBothWays(ctx, row.id, linked, known)
        : { agreed: [], changed: false }
  links.push(...agreed.map(({ issue, state }) => linkRow(issue, known.get(issue.number)?.item_id as string, state)))
  if (links.length > 0) await ctx.tx.rows(putLinks, { ...place, rows: JSON.stringify(links) })
  const heard = await recordComments(ctx, row.id, comments)
  if (row.issues_mode === 'two_way') await wantOverdue(ctx, row.id)
  ctx.enter(principal, ctx.org)
  return fresh.length > 0 || changed || heard
}

async function mirror(ctx: Context, issues: readonly HostIssue[], known: Links) {
  const other = issues.filter((issue) => !known.get(issue.number)?.agreed.equals(digestOf(stateOfIssue(issue))))
  const ids = other.map(({ number }) => known.get(number)?.item_id as string)
  const items = new Map((await itemsByIds(ctx, ids, 'write')).map((item) => [item.id, item]))
  for (const issue of other) {
    const item = items.get(known.get(issue.number)?.item_id ?? '')
    if (item) await changeItem(ctx, item, changesOf(stateOfIssue(issue), issue, item.status), 'overridden')
  }
  return { agreed: other.map((issue) => ({ issue, state: stateOfIssue(issue) })), changed: other.length > 0 }
}

const linkRow = (issue: HostIssue, item_id: string, state = stateOfIssue(issue)) => {
  const { number, url, updated_at } = issue
  return { number, item_id, ...state, url, updated_at, agreed: digestOf(state).toString('hex') }
}
