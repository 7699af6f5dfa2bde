import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { UserId } from '../../vocabulary.contract.ts'

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must be one line of text')
const Words = z
  .string()
  .max(10_000)
  .regex(/^[^\0\p{Cs}]*$/u, 'must be text')
const Status = z.enum(['new', 'triaged', 'planned', 'fixed', 'declined'])

const Message = z.object({
  id: Id,
  from_administrator: z.boolean(),
  author: z.object({ handle: z.string(), name: z.string() }).nullable(),
  body: z.string(),
  created_at: Timestamp,
})

const IssueReport = z.object({
  id: Id,
  number: z.int(),
  title: z.string(),
  body: z.string(),
  page: z.string().nullable(),
  app_version: z.string().nullable(),
  request_id: z.string().nullable(),
  browser: z.string().nullable(),
  console: z.array(z.string()),
  status: Status,
  /** A duplicate: it was merged into another report and follows its status. */
  merged: z.boolean(),
  /** The issue it became at the code host. */
  host_url: z.string().nullable(),
  messages: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Version,
})
const AdminIssueReport = IssueReport.extend({
  reporter: z.object({ id: Id, handle: z.string(), name: z.string() }),
  /** The number of the report that this one duplicates. */
  merged_into: z.int().nullable(),
  known_as: z.string().nullable(),
  host_repository: z.string().nullable(),
  host_failure: z.string().nullable(),
  /** Reports that were merged into this one. */
  duplicates: z.int(),
})

components({ IssueReport, IssueReportMessage: Message, AdminIssueReport })

const ReportId = ref('issue_report', Id)
const own = { realm: 'account', permission: 'self' } as const
const administrator = { realm: 'instance', permission: 'administrator' } as const

export const reportIssue = contract({
  ...own,
  summary: 'Report an issue to the administrators of this instance, with the details you choose to include',
  effect: 'create',
  creates: { ref: 'issue_report', field: 'id' },
  input: z.strictObject({
    title: line(200),
    body: z
      .string()
      .max(20_000)
      .regex(/^[^\0\p{Cs}]*$/u, 'must be text')
      .default(''),
    page: line(500).optional().describe('The address it happened on'),
    app_version: line(100).optional(),
    request_id: line(100).optional().describe('Of the last answer that failed'),
    browser: line(400).optional(),
    console: z
      .array(
        z
          .string()
          .max(1000)
          .regex(/^[^\0\p{Cs}]*$/u, 'must be text'),
      )
      .max(20)
      .default([])
      .describe('The last errors of the browser’s console'),
  }),
  output: IssueReport,
  http: [{ method: 'POST', path: '/api/issues' }],
})

export const listIssueReports = contract({
  ...own,
  summary: 'The issues you reported, newest first',
  effect: 'read',
  stale_after: ['issue_report.*'],
  input: z.strictObject({ status: Status.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(IssueReport),
  http: [{ method: 'GET', path: '/api/issues' }],
})

export const findSimilarIssues = contract({
  ...own,
  summary: 'Known issues and your own reports that are similar to what you are about to report',
  effect: 'read',
  stale_after: ['issue_report.*'],
  input: z.strictObject({ q: z.string().trim().min(1).max(400) }),
  output: z.object({ items: z.array(z.object({ id: Id, number: z.int(), title: z.string(), status: Status, own: z.boolean() })) }),
  http: [{ method: 'GET', path: '/api/issues/similar' }],
})

export const getIssueReport = contract({
  ...own,
  summary: 'One of your reports with its messages',
  effect: 'read',
  stale_after: ['issue_report.*'],
  input: z.strictObject({ id: ReportId }),
  output: IssueReport.extend({ thread: z.array(Message) }),
  http: [{ method: 'GET', path: '/api/issues/:id' }],
})

export const answerIssueReport = contract({
  ...own,
  summary: 'Write to the administrators about one of your reports',
  effect: 'create',
  input: z.strictObject({ id: ReportId, body: Words.min(1) }),
  output: Message,
  http: [{ method: 'POST', path: '/api/issues/:id/messages' }],
})

export const listAllIssueReports = contract({
  ...administrator,
  summary: 'The issues people of this instance reported, newest first',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({
    status: Status.optional(),
    q: z.string().trim().min(1).max(200).optional().describe('Words of title or text'),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(AdminIssueReport).extend({ counts: z.record(Status, z.int()) }),
  http: [{ method: 'GET', path: '/api/admin/issues' }],
})

export const listUserIssues = contract({
  ...administrator,
  summary: 'The issues a user reported, newest first',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ id: UserId, limit: Limit, cursor: Cursor.optional() }),
  output: page(AdminIssueReport),
  http: [{ method: 'GET', path: '/api/admin/users/:id/issues' }],
  rehearsal: { input: { id: '$user_with_reports' } },
})

export const getReportedIssue = contract({
  ...administrator,
  summary: 'A reported issue with its messages, and similar reports',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ id: ReportId }),
  output: AdminIssueReport.extend({
    thread: z.array(Message),
    similar: z.array(z.object({ id: Id, number: z.int(), title: z.string(), status: Status })),
    /** Where it can be sent: repositories of organizations the administrator belongs to. */
    repositories: z.array(z.object({ id: Id, name: z.string() })),
  }),
  http: [{ method: 'GET', path: '/api/admin/issues/:id' }],
})

export const updateReportedIssue = contract({
  ...administrator,
  summary: 'Answer a report, change its status, merge it into another, make it known to everyone, or send it to the code host',
  effect: 'change',
  input: z.strictObject({
    id: ReportId,
    status: Status.optional(),
    answer: Words.min(1).optional().describe('What the reporter is told'),
    merge_into: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .nullable()
      .optional()
      .describe('Number of the report it says the same as; null takes it back'),
    known_as: line(200).nullable().optional().describe('What everybody may read of it before they report the same; null takes it back'),
    send_to: Id.optional().describe('Id of a repository; it becomes an issue there'),
    host_title: line(200).optional(),
    host_body: Words.optional().describe('What the code host is told in place of the report’s own text'),
    version: Version.optional(),
  }),
  output: AdminIssueReport,
  http: [{ method: 'PATCH', path: '/api/admin/issues/:id' }],
  rehearsal: { input: { status: 'triaged' } },
})

export const tellReporter = contract({
  summary: 'Tell somebody in their own log that their report was answered',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ report_id: Id, user_id: Id, message_id: Id.nullable(), note: z.string().max(200) }),
  output: z.object({ told: z.boolean() }),
})

export const sendReportToHost = contract({
  summary: 'Make an issue at the code host of a report',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({
    report_id: Id,
    repository_id: Id,
    administrator_id: Id,
    title: z.string().max(200),
    body: z.string().max(40_000),
    since: Timestamp,
    attempt: z.int().min(1).max(10).default(1),
  }),
  output: z.object({ url: z.string().nullable() }),
})

export const recordReportAtHost = contract({
  summary: 'Record where a report became an issue, or why it did not',
  realm: 'instance',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ report_id: Id, url: z.string().max(500).nullable(), failure: z.string().max(300).nullable() }),
  output: z.object({ recorded: z.boolean() }),
})
