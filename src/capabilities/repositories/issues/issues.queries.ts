import { sql } from '../../../platform/postgres.ts'
import type { IssueState } from './merge-issue.ts'

export interface IssueLink extends IssueState {
  number: number
  item_id: string
  agreed: Buffer
  host_updated_at: string
  refused: string | null
}

const link = 'l.number, l.item_id, l.title, l.state, l.agreed, l.host_updated_at, l.refused'

export const linksOf = sql(`select ${link} from issue_links l
  where l.org_id = :org and l.repository_id = :id and l.number = any(:numbers)`).as<IssueLink>()
export const putLinks = sql(`insert into issue_links (org_id, repository_id, number, item_id, title, state, url, agreed, host_updated_at)
  select :org, :id, l.number, l.item_id, l.title, l.state, l.url, decode(l.agreed, 'hex'), l.updated_at
  from jsonb_to_recordset(:rows::jsonb) as l (number integer, item_id uuid, title text, state text, url text, agreed text, updated_at timestamptz)
  on conflict (org_id, repository_id, number) do update set title = excluded.title, state = excluded.state, url = excluded.url,
    agreed = excluded.agreed, host_updated_at = excluded.host_updated_at`)

const twoWay = `join repositories r on r.org_id = l.org_id and r.id = l.repository_id and r.issues_mode = 'two_way'`
export const linksOfTask = sql(`select l.repository_id, l.number, l.title, l.state from issue_links l ${twoWay}
  where l.org_id = :org and l.item_id = :item`).as<IssueState & { repository_id: string; number: number }>()
/** Returns a row only if no job is pending: none was requested, or it was given up. */
export const wantWrite = sql(`update issue_links set wanted_at = :now
  where org_id = :org and repository_id = :repository and number = :number and (wanted_at is null or wanted_at < :overdue)
  returning true as fresh`).as<{ fresh: true }>()
export const wantOverdue = sql(`update issue_links set wanted_at = :now
  where org_id = :org and repository_id = :repository and wanted_at < :overdue returning number`).as<{ number: number }>()
export const wantRefused = sql(`update issue_links set refused = null, wanted_at = :now
  where org_id = :org and repository_id = :repository and refused is not null returning number`).as<{ number: number }>()

/** Clears the request, so that later changes are written by the next job. The claim keeps two from writing one issue at once. */
export const claimWrite = sql(`update issue_links l set wanted_at = null, claim_id = :claim, claimed_until = :until
  from work_items w, repositories r
  where l.org_id = :org and l.repository_id = :repository and l.number = :number and (l.claimed_until is null or l.claimed_until <= :now)
    and w.org_id = l.org_id and w.id = l.item_id and w.deleted_at is null
    and r.org_id = l.org_id and r.id = l.repository_id and r.issues_mode = 'two_way'
  returning l.title, l.state, w.title as task_title, w.status`).as<IssueState & { task_title: string; status: string }>()
export const isClaimed = sql(`select true as claimed from issue_links
  where org_id = :org and repository_id = :repository and number = :number and claimed_until > :now`)
export const releaseWrite = sql(`update issue_links set wanted_at = :now, claim_id = null, claimed_until = null
  where org_id = :org and repository_id = :repository and number = :number and claim_id = :claim`)
export const recordWrite = sql(`update issue_links set title = :title, state = :state, agreed = :agreed,
    host_updated_at = greatest(host_updated_at, :updated_at), claim_id = null, claimed_until = null
  where org_id = :org and repository_id = :repository and number = :number and claim_id = :claim`)
export const dropClaim = sql(`update issue_links set claim_id = null, claimed_until = null
  where org_id = :org and repository_id = :repository and number = :number and claim_id = :claim`)
/** Returns a row only if what people are shown about it has changed. */
export const setRefused = sql(`update issue_links set refused = :refused
  where org_id = :org and repository_id = :repository and number = :number and refused is distinct from :refused returning true as changed`).as<{
  changed: true
}>()
export const refusedWrites = sql(`select number, url, refused as error from issue_links
  where org_id = :org and repository_id = :id and refused is not null order by number desc limit 20`).as<{
  number: number
  url: string
  error: string
}>()

/** What Baton wrote at the host about these issues. */
export const writesOf = sql(`select kind, object, hash, written_at from host_writes
  where org_id = :org and repository_id = :repository and object = any(:objects)`).as<{
  kind: string
  object: string
  hash: Buffer
  written_at: string
}>()
export const noteWrite = sql(`insert into host_writes (org_id, repository_id, kind, object, hash, written_at)
  values (:org, :repository, :kind, :object, :hash, :now) on conflict do nothing`)
export const dropOldWrites = sql('delete from host_writes where org_id = :org and repository_id = :repository and written_at < :before')
export const forgetWrites = sql(`delete from host_writes
  where org_id = :org and repository_id = :repository and kind = :kind and object = :object`)

export const wantComment = sql(`insert into issue_comments (org_id, repository_id, comment_id, number)
  values (:org, :repository, :comment, :number) on conflict do nothing`)
export const unsaid = sql(`select c.id, c.body, coalesce(a.name, u.name) as author from issue_comments i
  join comments c on c.org_id = i.org_id and c.id = i.comment_id and c.deleted_at is null
  left join users u on u.id = c.author_id
  left join agents a on a.org_id = c.org_id and a.id = c.author_agent_id
  where i.org_id = :org and i.repository_id = :repository and i.number = :number and i.host_id is null order by c.id limit :limit`).as<{
  id: string
  body: string
  author: string | null
}>()
export const commentSaid = sql(`update issue_comments set host_id = :host_id
  where org_id = :org and repository_id = :repository and comment_id = :comment`)
export const knownComments = sql(`select host_id from issue_comments
  where org_id = :org and repository_id = :repository and host_id = any(:ids::bigint[])`).as<{ host_id: number }>()
export const putComments = sql(`insert into issue_comments (org_id, repository_id, comment_id, number, host_id)
  select :org, :repository, c.comment_id, c.number, c.host_id
  from jsonb_to_recordset(:rows::jsonb) as c (comment_id uuid, number integer, host_id bigint)`)
