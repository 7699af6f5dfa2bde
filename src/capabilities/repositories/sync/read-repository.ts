import type { OutsideContext } from '../../../kernel/context.ts'
import { HostFailure, type HostCommit, type HostSession, type HostState } from '../../../platform/code-host/code-host.ts'
import { accessTo } from '../connections/host-access.ts'
import { KeptFiles, StoredFiles } from '../files/file-sinks.ts'
import { syncFiles } from '../files/sync-files.ts'
import { type IssueReading, readIssues } from '../issues/read-issues.ts'
import { type Claim, ClaimLost, takeClaim, withoutClaim } from './claim.ts'
import * as queries from './sync.queries.ts'

/** Everything that a sync has read, ready to be recorded in one transaction. */
export interface Reading {
  claim: Claim
  state: HostState
  commits: HostCommit[]
  /** Ids of workflow files by commit and path. */
  blobs: Map<string, string | null>
  filesChanged: boolean
  /** Files to record along with the rest; null for a job, which has stored them already, as they may be too many for one transaction. */
  files: KeptFiles | null
  issues: IssueReading | null
}

export type SyncOutcome = { reading: Reading } | { claim: Claim; failure: HostFailure } | { busy: true } | { later: true }

/** While somebody is waiting, at most this many changed files are read; the job has no such limit. */
const maxWhileWaiting = 500

/** Outside any transaction: asks the host what has changed. A job claims the repository and stores files as they arrive. */
export async function readRepository(ctx: OutsideContext, repository: string, who: 'job' | 'waiting'): Promise<SyncOutcome> {
  const claim = await (who === 'job' ? takeClaim : withoutClaim)(ctx, repository)
  if (!claim) return { busy: true }
  try {
    const reading = await read(ctx, claim, who)
    return reading ? { reading } : { later: true }
  } catch (error) {
    if (error instanceof HostFailure) return { claim, failure: error }
    if (error instanceof ClaimLost) return { busy: true }
    if (claim.id)
      await ctx.transaction('write', ({ tx }) =>
        tx.rows(queries.release, { org: ctx.org, id: repository, claim: claim.id, now: ctx.clock.now() }),
      )
    throw error
  }
}

const total = 4

async function read(ctx: OutsideContext, claim: Claim, who: 'job' | 'waiting'): Promise<Reading | null> {
  const { row } = claim
  const step = (done: number, message: string) => ctx.call.progress?.({ done, total, message })
  const known = await ctx.transaction('read', async (own) => ({
    access: await accessTo(own, row),
    since: (await own.tx.row(queries.lastPullChange, { org: ctx.org, id: row.id }))?.at ?? null,
    branches: await own.tx.rows(queries.branchesNow, { org: ctx.org, id: row.id }),
    pulls: await own.tx.rows(queries.pullsNow, { org: ctx.org, id: row.id }),
    checks: await own.tx.rows(queries.checksNow, { org: ctx.org, id: row.id }),
  }))
  if (!known.access) throw new HostFailure('no_access', 'Its connection to GitHub was ended. Grant access again and connect it anew.')
  step(0, 'Reading branches, pull requests and checks')
  const session = await ctx.services.codeHost.open(known.access)
  // Until one complete reading has been recorded, everything is read, whatever parts were read before.
  const first = row.head_sha === null
  const state = await session.state(row.name, first ? null : known.since)
  if (state.host_id !== Number(row.host_id))
    throw new HostFailure('not_found', 'Another repository has this name at GitHub now. Disconnect this one and connect that.')
  step(1, 'Reading changed files')
  const kept = who === 'waiting' ? new KeptFiles() : null
  const sink = kept ?? new StoredFiles(ctx, claim)
  const max = kept ? maxWhileWaiting : Number.POSITIVE_INFINITY
  const changed = state.head_sha === row.head_sha ? false : await syncFiles(ctx, session, row, state, { sink, max })
  if (changed === null) return null
  step(2, 'Reading commits')
  const heads = new Map(first ? [] : known.branches.map(({ name, sha }) => [name, sha]))
  const moved = state.branches.filter(({ name, sha }) => heads.get(name) !== sha).map(({ sha }) => sha)
  const before = new Map(first ? [] : known.pulls.map(({ number, head_sha }) => [number, head_sha]))
  const pulls = state.pulls.filter(({ number, head_sha }) => before.get(number) !== head_sha).map(({ number }) => number)
  const commits = await session.commits(state.name, [...new Set(moved)], pulls)
  const blobs = await readWorkflows(session, state, known.checks)
  step(3, row.issues_mode === 'off' ? 'Saving' : 'Reading issues')
  const issues = row.issues_mode === 'off' ? null : await readIssues(session, row, state.name)
  return { claim, state, commits, blobs, filesChanged: changed, files: kept, issues }
}

export const placeOf = (sha: string, path: string): string => `${sha}:${path}`

/** The version of the workflow file that each check ran; requested only once per commit, which never changes. */
async function readWorkflows(
  session: HostSession,
  state: HostState,
  stored: readonly queries.CheckRow[],
): Promise<Map<string, string | null>> {
  const known = new Map(
    stored.flatMap(({ head_sha, workflow_path, workflow_blob }) =>
      workflow_path ? [[placeOf(head_sha, workflow_path), workflow_blob]] : [],
    ),
  )
  const missing = new Map(
    state.checks.flatMap(({ head_sha: sha, workflow_path: path }) =>
      path && !known.has(placeOf(sha, path)) ? [[placeOf(sha, path), { sha, path }] as const] : [],
    ),
  )
  if (missing.size === 0) return known
  const ids = await session.blobIds(state.name, [...missing.values()])
  for (const [at, place] of [...missing.keys()].entries()) known.set(place, ids[at] ?? null)
  return known
}
