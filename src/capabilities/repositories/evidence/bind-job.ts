import type { OutsideContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { CiJob } from '../../../platform/ci-job-tokens.ts'
import type { Bound } from '../../features/evidence/read-check.ts'
import { jobOfToken } from './evidence.queries.ts'
import { withHost, type OpenHost } from './open-host.ts'

/** A CI job, as far as the code host confirms what its token says. */
export interface JobBinding {
  /** The commit that the run is about, and the one it built: for a pull request, the merge of base and head. */
  head: string
  sha: string
  run_url: string
  bound: Bound
}

/** Null for a caller that is not a CI job. Asks the code host, so it runs before the transaction. */
export async function bindJob(ctx: OutsideContext): Promise<JobBinding | null> {
  const { kind, id } = ctx.principal.credential
  if (kind !== 'ci_job') return null
  const job = await ctx.transaction('read', ({ tx }) => tx.row(jobOfToken, { org: ctx.org, id }))
  if (!job) throw new Refusal('unauthenticated', 'This CI token has expired. Ask for a new one.')
  const { sha, event, workflow, run_url } = job.claims
  if (event !== 'push' && event !== 'pull_request') {
    const why = 'other events run with rights or code that the commit does not have'
    throw new Refusal('forbidden', `Only runs of the events push and pull_request are taken, not of ${event}: ${why}.`)
  }
  const { head, isTrusted } = await withHost(ctx, job.repository_id, async (host) => ({
    head: await headOf(host, job.claims),
    isTrusted: await isWorkflowOfDefaultBranch(host, job.claims),
  }))
  const { repository_id } = job
  const binding = { repository_id, workflow_path: workflow, event, app_id: null, check_id: null, completed_at: null }
  return { head, sha, run_url, bound: { rank: isTrusted ? 'ci' : 'reported', credential: 'ci_job', ...binding } }
}

/** The head that the run is about. It must still be the head: a result from before the last push is about code that has been replaced. */
async function headOf({ session, name }: OpenHost, { sha, ref, event }: CiJob): Promise<string> {
  const [, branch, number] = /^refs\/(?:heads\/(.+)|pull\/(\d{1,9})\/merge)$/.exec(ref) ?? []
  if (event === 'push') {
    if (branch === undefined) throw new Refusal('conflict', `A push to ${ref} is not a push to a branch, so it proves nothing about one.`)
    if ((await session.branchHead(name, branch)) !== sha) throw movedOn(branch)
    return sha
  }
  if (number === undefined) throw new Refusal('conflict', `${ref} is not the merge of a pull request, so its head is not known.`)
  // What was built is the merge of base and head, in this order; the pull request itself may have moved on since.
  const [, merged, ...more] = await session.parents(name, sha)
  if (merged === undefined || more.length > 0) throw new Refusal('conflict', `${sha} is not the merge of a pull request.`)
  if ((await session.pullHead(name, Number(number))) !== merged) throw movedOn(`the pull request ${number}`)
  return merged
}

const movedOn = (what: string): Refusal =>
  new Refusal('conflict', `There are newer commits on ${what} than this run is about. Report the run of the newest one.`)

/** A change that edits the workflow it is tested by can prove anything, so the workflow must be the same as on the default branch. */
async function isWorkflowOfDefaultBranch({ session, name, default_branch }: OpenHost, { sha, workflow, caller }: CiJob): Promise<boolean> {
  if (workflow === null || caller === null) return false
  const paths = [...new Set([workflow, caller])]
  const ids = await session.blobIds(
    name,
    paths.flatMap((path) => [
      { sha, path },
      { sha: default_branch, path },
    ]),
  )
  return paths.every((_, at) => ids[2 * at] && ids[2 * at] === ids[2 * at + 1])
}
