import { sql } from '../../../platform/postgres.ts'

export type ReportStatus = 'new' | 'triaged' | 'planned' | 'fixed' | 'declined'

export interface ReportRow {
  id: string
  number: number
  title: string
  body: string
  page: string | null
  app_version: string | null
  request_id: string | null
  browser: string | null
  console: string[]
  status: ReportStatus
  merged: boolean
  host_url: string | null
  messages: number
  created_at: string
  updated_at: string
  version: number
}

export interface AdminReportRow extends ReportRow {
  reporter: { id: string; handle: string; name: string }
  merged_into: number | null
  known_as: string | null
  host_repository: string | null
  host_failure: string | null
  duplicates: number
}

export interface MessageRow {
  id: string
  from_administrator: boolean
  author: { handle: string; name: string } | null
  body: string
  created_at: string
}

const own = `r.id, r.number::integer as number, r.title, r.body, r.page, r.app_version, r.request_id, r.browser, r.console, r.status, r.host_url,
  r.merged_into is not null as merged,
  (select count(*)::integer from issue_report_messages m where m.report_id = r.id) as messages, r.created_at, r.updated_at, r.version`
const all =
  `${own}, (select m.number::integer from issue_reports m where m.id = r.merged_into) as merged_into, r.known_as, r.host_repository, r.host_failure, (select count(*)::integer from issue_reports d where d.merged_into = r.id) as duplicates,
  jsonb_build_object('id', u.id, 'handle', u.handle, 'name', u.name) as reporter` as const
const ofAll = 'from issue_reports r join users u on u.id = r.user_id'

export const lockReporter = sql("select pg_advisory_xact_lock(hashtextextended('issue reports ' || :user::text, 0))")
export const reportedSince = sql('select count(*)::integer as count from issue_reports where user_id = :user and created_at > :since').as<{
  count: number
}>()
export const insertReport = sql(`insert into issue_reports as r
    (id, user_id, title, body, page, app_version, request_id, browser, console, created_at, updated_at)
  values (:id, :user, :title, :body, :page, :app_version, :request_id, :browser, :console, :now, :now) returning ${own}`).as<ReportRow>()
export const reportsOf = sql(`select ${own} from issue_reports r
  where r.user_id = :user and r.id < :before and (:status::text is null or r.status = :status) order by r.id desc limit :limit`).as<ReportRow>()
export const ownReport = sql(`select ${own} from issue_reports r where r.user_id = :user and r.id = :id`).as<ReportRow>()
export const similarReports = sql('select id, number::integer as number, title, status, own from app.similar_reports(:words, 8)').as<{
  id: string
  number: number
  title: string
  status: ReportStatus
  own: boolean
}>()
export const touchReport = sql('update issue_reports set updated_at = :now, version = version + 1 where user_id = :user and id = :id')

// The author: of an administrator, the reporter sees handle and name and nothing else.
export const threadOf = sql(`select m.id, m.from_administrator, m.body, m.created_at,
    (select jsonb_build_object('handle', u.handle, 'name', u.name) from users u where u.id = m.author_id) as author
  from issue_report_messages m where m.report_id = :id order by m.id limit 500`).as<MessageRow>()
export const insertMessage =
  sql(`insert into issue_report_messages (id, report_id, user_id, author_id, from_administrator, body, created_at)
  values (:id, :report, :user, :author, :from_administrator, :body, :now)`)
export const messagesSince = sql(`select count(*)::integer as count from issue_report_messages
  where user_id = :user and not from_administrator and created_at > :since`).as<{ count: number }>()
export const messageById = sql('select m.body from issue_report_messages m where m.id = :id').as<{ body: string }>()

const found = <Words extends string>(words: Words) =>
  `(${words}::text is null or to_tsvector('simple', r.title || ' ' || r.body) @@ plainto_tsquery('simple', ${words}))` as const
export const allReports = sql(`select ${all} ${ofAll}
  where r.id < :before and (:status::text is null or r.status = :status) and ${found(':q')} order by r.id desc limit :limit`).as<AdminReportRow>()
export const reportsOfUser = sql(`select ${all} ${ofAll}
  where r.user_id = :user and r.id < :before order by r.id desc limit :limit`).as<AdminReportRow>()
export const countReports = sql(
  'select status, count(*)::integer as count from issue_reports where merged_into is null group by status',
).as<{
  status: ReportStatus
  count: number
}>()
export const reportById = sql(`select ${all} ${ofAll} where r.id = :id`).as<AdminReportRow>()
export const lockReport = sql('select id, user_id, version from issue_reports where id = :id for update').as<{
  id: string
  user_id: string
  version: number
}>()
export const reportByNumber = sql('select id, merged_into from issue_reports where number = :number').as<{
  id: string
  merged_into: string | null
}>()
export const alike = sql(`select r.id, r.number::integer as number, r.title, r.status from issue_reports r, issue_reports self
  where self.id = :id and r.id <> self.id and r.merged_into is null
    and to_tsvector('simple', r.title) @@ replace(nullif(plainto_tsquery('simple', self.title)::text, ''), ' & ', ' | ')::tsquery
  order by ts_rank(to_tsvector('simple', r.title), replace(nullif(plainto_tsquery('simple', self.title)::text, ''), ' & ', ' | ')::tsquery) desc, r.id desc
  limit 5`).as<{ id: string; number: number; title: string; status: ReportStatus }>()
export const changeReport = sql(`update issue_reports set status = :status, merged_into = :merged_into, known_as = :known_as,
    host_repository = :host_repository, host_failure = case when :sending then null else host_failure end, updated_at = :now, version = version + 1
  where id = :id`)
/** Duplicates follow the report they were merged into. */
export const mergedReports = sql('select id, user_id from issue_reports where merged_into = :id limit 200').as<{
  id: string
  user_id: string
}>()
export const changeMerged = sql(
  'update issue_reports set status = :status, updated_at = :now, version = version + 1 where merged_into = :id',
)
export const moveMerged = sql('update issue_reports set merged_into = :into, updated_at = :now where merged_into = :id')
export const reportState = sql('select merged_into, host_repository, known_as from issue_reports where id = :id').as<{
  merged_into: string | null
  host_repository: string | null
  known_as: string | null
}>()
export const personalOrganizations = sql(
  'select user_id, personal_org_id as org_id from auth.accounts where user_id = any(:users::uuid[])',
).as<{
  user_id: string
  org_id: string
}>()
export const ownRepositories =
  sql(`select r.id, r.name, r.org_id from repositories r join memberships m on m.org_id = r.org_id and m.user_id = :user
  where m.role <> 'viewer' and (:id::uuid is null or r.id = :id) order by r.name limit 100`).as<{
    id: string
    name: string
    org_id: string
  }>()
export const recordAtHost = sql(
  'update issue_reports set host_url = coalesce(:url, host_url), host_failure = :failure, updated_at = :now, version = version + 1 where id = :id',
)
