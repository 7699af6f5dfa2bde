import { userOf, type Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import * as contracts from './issues.contract.ts'
import { issueReported, issueReportAnswered, issueReportWritten } from './issues.events.ts'
import * as queries from './issues.queries.ts'
import type { ReportRow } from './issues.queries.ts'

const hour = 3_600_000
/** Messages a reporter may send within an hour, per report that REPORTS_PER_HOUR allows. */
const messagesPerReport = 3

export const refOf = (number: number): string => `#${number}`
export const forLog = ({ id, number, title, status }: Pick<ReportRow, 'id' | 'number' | 'title' | 'status'>) => ({
  id,
  ref: refOf(number),
  title,
  status,
})

/** Counts under a lock per reporter, or concurrent requests would all pass the limit. */
async function requireRoom(
  ctx: Context,
  statement: typeof queries.reportedSince | typeof queries.messagesSince,
  most: number,
): Promise<void> {
  const user = userOf(ctx)
  await ctx.tx.rows(queries.lockReporter, { user })
  const { count } = await ctx.tx.one(statement, { user, since: new Date(ctx.clock.now().getTime() - hour) })
  if (count < most) return
  throw new Refusal('rate_limited', `At most ${most} an hour. Wait a while, or add to what you have sent.`, { retry_after: 600 })
}

export const reportIssue = implement(contracts.reportIssue, async (ctx, input) => {
  const user = userOf(ctx)
  await requireRoom(ctx, queries.reportedSince, ctx.services.config.REPORTS_PER_HOUR)
  const { title, body, page = null, app_version = null, request_id = null, browser = null, console } = input
  const context = { page, app_version, request_id, browser, console: JSON.stringify(console) }
  const row = await ctx.tx.one(queries.insertReport, { id: newId(), user, title, body, ...context, now: ctx.clock.now() })
  ctx.emit(issueReported, { user_id: user, issue_report: forLog(row) })
  ctx.target(row.id)
  return row
})

export const listIssueReports = implement(contracts.listIssueReports, async (ctx, { status = null, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.reportsOf, { user: userOf(ctx), before, status, limit: limit + 1 })
  return nextPage(rows, limit, (row) => [row.id])
})

export const findSimilarIssues = implement(contracts.findSimilarIssues, async (ctx, { q }) => ({
  items: await ctx.tx.rows(queries.similarReports, { words: q }),
}))

async function requireOwn(ctx: Context, id: string): Promise<ReportRow> {
  const row = await ctx.tx.row(queries.ownReport, { user: userOf(ctx), id })
  if (!row) throw notFound('report', id, 'List yours with {listIssueReports}.')
  return row
}

export const getIssueReport = implement(contracts.getIssueReport, async (ctx, { id }) => {
  const row = await requireOwn(ctx, id)
  return { ...row, thread: await ctx.tx.rows(queries.threadOf, { id }) }
})

export const answerIssueReport = implement(contracts.answerIssueReport, async (ctx, { id, body }) => {
  const user = userOf(ctx)
  const row = await requireOwn(ctx, id)
  await requireRoom(ctx, queries.messagesSince, messagesPerReport * ctx.services.config.REPORTS_PER_HOUR)
  const now = ctx.clock.now()
  const message = newId()
  await ctx.tx.rows(queries.insertMessage, { id: message, report: id, user, author: user, from_administrator: false, body, now })
  await ctx.tx.rows(queries.touchReport, { user, id, now })
  ctx.emit(issueReportWritten, { user_id: user, issue_report: forLog(row) })
  ctx.target(id)
  const thread = await ctx.tx.rows(queries.threadOf, { id })
  return (
    thread.find((one) => one.id === message) ?? {
      id: message,
      from_administrator: false,
      author: null,
      body,
      created_at: now.toISOString(),
    }
  )
})

/** Logged in the reporter's own organization, where the notifications reader picks it up. */
export const tellReporter = implement(contracts.tellReporter, async (ctx, { report_id, user_id, message_id, note }) => {
  const { principal, org } = ctx
  ctx.enter({ ...principal, user: user_id }, org)
  const row = await ctx.tx.row(queries.ownReport, { user: user_id, id: report_id })
  const message = message_id ? await ctx.tx.row(queries.messageById, { id: message_id }) : undefined
  ctx.enter(principal, org)
  if (!row) return { told: false }
  ctx.emit(issueReportAnswered, { user_id, issue_report: forLog(row), told: [user_id], words: message?.body.slice(0, 1000) ?? note })
  ctx.target(report_id)
  return { told: true }
})
