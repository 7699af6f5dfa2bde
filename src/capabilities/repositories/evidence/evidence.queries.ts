import type { CiJob } from '../../../platform/ci-job-tokens.ts'
import { sql } from '../../../platform/postgres.ts'

/** The claims of a job's token, and the repository it belongs to. */
export const jobOfToken = sql('select repository_id, claims from ci_tokens where org_id = :org and id = :id').as<{
  repository_id: string
  claims: CiJob
}>()

export const reachable = sql('select id, host_id, name, default_branch from repositories where org_id = :org and id = :repository').as<{
  id: string
  host_id: number
  name: string
  default_branch: string
}>()
export const checkedCommits = sql(
  'select distinct head_sha as sha from repository_checks where org_id = :org and repository_id = :repository',
).as<{
  sha: string
}>()

const heads = `join repository_projects rp on rp.org_id = f.org_id and rp.project_id = f.project_id
  where f.org_id = :org and f.commit is not null
    and (exists (select from repository_branches b where b.org_id = rp.org_id and b.repository_id = rp.repository_id and b.sha = f.commit)
      or exists (select from pull_requests q where q.org_id = rp.org_id and q.repository_id = rp.repository_id and q.head_sha = f.commit))`
interface Head {
  repository_id: string
  sha: string
}
export const headsOfFeature = sql(`select rp.repository_id, f.commit as sha from features f ${heads} and f.id = :feature`).as<Head>()
export const headsOfRepository = sql(`select distinct rp.repository_id, f.commit as sha from features f ${heads}
    and rp.repository_id = :repository and f.commit = any(:shas::text[]) and f.status = 'active' and f.deleted_at is null`).as<Head>()
export const headsOfTask = sql(`select rp.repository_id, f.commit as sha from links l
  join features f on f.org_id = l.org_id and f.id = l.from_id ${heads}
    and l.org_id = :org and l.from_kind = 'feature' and l.to_kind = 'task' and l.to_id = :item and f.status = 'active' and f.deleted_at is null`).as<Head>()

/** Returns a row only if the check was not requested already. */
export const wantGatesCheck =
  sql(`insert into gate_checks as g (org_id, repository_id, sha, wanted_at) values (:org, :repository, :sha, :now)
  on conflict (org_id, repository_id, sha) do update set wanted_at = :now where g.wanted_at is null returning true as fresh`).as<{
    fresh: true
  }>()
/** Clears the request, so that later changes request the check again. The claim keeps two workers from writing one check at once. */
export const claimGatesCheck = sql(`update gate_checks set wanted_at = null, claim_id = :claim, claimed_until = :until
  where org_id = :org and repository_id = :repository and sha = :sha and (claimed_until is null or claimed_until <= :now)
  returning check_id, said`).as<{ check_id: number | null; said: Buffer | null }>()
export const recordGatesCheck =
  sql(`update gate_checks set check_id = coalesce(:check_id, check_id), said = coalesce(:said, said), posted_at = :now,
    claim_id = null, claimed_until = null
  where org_id = :org and repository_id = :repository and sha = :sha and claim_id = :claim returning true as recorded`).as<{
    recorded: true
  }>()
export const releaseGatesCheck = sql(`update gate_checks set wanted_at = :now, claim_id = null, claimed_until = null
  where org_id = :org and repository_id = :repository and sha = :sha and claim_id = :claim`)
