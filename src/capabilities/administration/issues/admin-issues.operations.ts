import { system, userOf, type Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireUser } from '../require-user.ts'
import * as contracts from './issues.contract.ts'
import * as queries from './issues.queries.ts'
import type { AdminReportRow, ReportStatus } from './issues.queries.ts'

const none: Record<ReportStatus, number> = { new: 0, triaged: 0, planned: 0, fixed: 0, declined: 0 }

export const listAllIssueReports = implement(contracts.listAllIssueReports, async (ctx, { status = null, q = null, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.allReports, { before, status, q, limit: limit + 1 })
  const counts = await ctx.tx.rows(queries.countReports, {})
  return {
    ...nextPage(rows, limit, (row) => [row.id]),
    counts: { ...none, ...Object.fromEntries(counts.map((one) => [one.status, one.count])) },
  }
})

export const listUserIssues = implement(contracts.listUserIssues, async (ctx, { id, limit, cursor }) => {
  await requireUser(ctx, id)
  ctx.target(id)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(queries.reportsOfUser, { user: id, before, limit: limit + 1 }), limit, (row) => [row.id])
})

async function requireReport(ctx: Context, id: string): Promise<AdminReportRow> {
  const row = await ctx.tx.row(queries.reportById, { id })
  if (!row) throw notFound('report', id, 'List them with {listAllIssueReports}.')
  return row
}

export const getReportedIssue = implement(contracts.getReportedIssue, async (ctx, { id }) => {
  const row = await requireReport(ctx, id)
  ctx.target(id)
  return {
    ...row,
    thread: await ctx.tx.rows(queries.threadOf, { id }),
    similar: await ctx.tx.rows(queries.alike, { id }),
    repositories: (await ctx.tx.rows(queries.ownRepositories, { user: userOf(ctx), id: null })).map(({ id: one, name }) => ({
      id: one,
      name,
    })),
  }
})

const words: Record<ReportStatus, string> = {
  new: 'It is open again.',
  triaged: 'Somebody has looked at it.',
  planned: 'It is planned.',
  fixed: 'It is fixed.',
  declined: 'It will not be changed.',
}

/** Tells the reporter about every change that concerns them, and a new status also to the reporters of merged duplicates. */
export const updateReportedIssue = implement(contracts.updateReportedIssue, async (ctx, input) => {
  const { id, status, answer, merge_into, known_as, send_to, version } = input
  const locked = await ctx.tx.row(queries.lockReport, { id })
  if (!locked) throw notFound('report', id, 'List them with {listAllIssueReports}.')
  if (version !== undefined && version !== locked.version)
    throw new Refusal('stale_version', `This report is at version ${locked.version} by now. Read it again and repeat.`)
  const before = await requireReport(ctx, id)
  const state = await ctx.tx.one(queries.reportState, { id })
  const now = ctx.clock.now()
  const merged = merge_into === undefined ? state.merged_into : merge_into === null ? null : await targetOf(ctx, id, merge_into)
  const repository = send_to ? await repositoryOf(ctx, send_to) : null
  await ctx.tx.rows(queries.changeReport, {
    ...{ id, now, sending: repository !== null, merged_into: merged, status: status ?? before.status },
    known_as: known_as === undefined ? state.known_as : known_as,
    host_repository: repository?.name ?? state.host_repository,
  })
  if (merged && merged !== state.merged_into) await ctx.tx.rows(queries.moveMerged, { id, into: merged, now })
  const reporters = [{ id, user_id: locked.user_id }]
  if (status && status !== before.status) {
    reporters.push(...(await ctx.tx.rows(queries.mergedReports, { id })))
    await ctx.tx.rows(queries.changeMerged, { id, status, now })
  }
  const message = answer === undefined ? null : await storeAnswer(ctx, id, locked.user_id, answer, now)
  const note = noteOf(before, status, merged !== state.merged_into && merged !== null)
  if (message || note) await tell(ctx, reporters, id, message, note ?? 'There is an answer.')
  if (repository) await send(ctx, before, repository, input)
  ctx.target(id)
  return requireReport(ctx, id)
})

function noteOf(before: AdminReportRow, status: ReportStatus | undefined, merged: boolean): string | null {
  if (status && status !== before.status) return words[status]
  return merged ? 'It says the same as another report, which it now belongs to.' : null
}

/** Resolves a merge target to its root: a chain of merges would hide what became of a report. */
async function targetOf(ctx: Context, id: string, number: number): Promise<string> {
  const target = await ctx.tx.row(queries.reportByNumber, { number })
  if (!target) throw new Refusal('invalid', `There is no report #${number}.`, { field: 'merge_into' })
  if (target.id === id || target.merged_into === id)
    throw new Refusal('invalid', 'A report cannot be merged into itself.', { field: 'merge_into' })
  return target.merged_into ?? target.id
}

async function repositoryOf(ctx: Context, id: string): Promise<{ id: string; name: string; org_id: string }> {
  const row = await ctx.tx.row(queries.ownRepositories, { user: userOf(ctx), id })
  if (!row) throw notFound('repository', id, 'It must be connected in an organization you may write in. {getReportedIssue} lists them.')
  return row
}

async function storeAnswer(ctx: Context, report: string, user: string, body: string, now: Date): Promise<string> {
  const id = newId()
  await ctx.tx.rows(queries.insertMessage, { id, report, user, author: userOf(ctx), from_administrator: true, body, now })
  return id
}

/** Uses jobs, because a transaction can append to only one organization's log. */
async function tell(ctx: Context, reporters: { id: string; user_id: string }[], answered: string, message: string | null, note: string) {
  const places = await ctx.tx.rows(queries.personalOrganizations, { users: reporters.map(({ user_id }) => user_id) })
  const { principal, org } = ctx
  for (const { id, user_id } of reporters) {
    const place = places.find((one) => one.user_id === user_id)
    if (!place) continue
    ctx.enter(system(place.org_id), place.org_id)
    await ctx.enqueue('tellReporter', { report_id: id, user_id, message_id: id === answered ? message : null, note })
  }
  ctx.enter(principal, org)
}

async function send(
  ctx: Context,
  report: AdminReportRow,
  repository: { id: string; org_id: string },
  { host_title, host_body }: { host_title?: string | undefined; host_body?: string | undefined },
) {
  const { principal, org } = ctx
  ctx.enter(system(repository.org_id), repository.org_id)
  await ctx.enqueue('sendReportToHost', {
    report_id: report.id,
    repository_id: repository.id,
    administrator_id: userOf({ principal }),
    title: host_title ?? report.title,
    body: host_body ?? report.body,
    since: report.created_at,
  })
  ctx.enter(principal, org)
}

export const recordReportAtHost = implement(contracts.recordReportAtHost, async (ctx, { report_id, url, failure }) => {
  await ctx.tx.rows(queries.recordAtHost, { id: report_id, url, failure, now: ctx.clock.now() })
  ctx.target(report_id)
  return { recorded: true }
})
