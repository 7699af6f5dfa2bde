import { countPages } from './host-failures.ts'
import type { HostBranch, HostCheck, HostPull, HostState } from './code-host.ts'
import { type CheckSuites, type PullNode, type StateAnswer, stateQuery } from './github-queries.ts'

type Ask = (query: string, variables: Record<string, unknown>) => Promise<StateAnswer>
type Answered = NonNullable<StateAnswer['repository']>

/** How many closed pull requests are read the first time, newest first. */
const maxClosed = 200
const pageOfClosed = 50
/** If nothing has changed, that takes one request: a short page is enough to tell. */
const firstOfClosed = 20

/** Everything but files and history, a page at a time; most repositories need one request. */
export async function readState(ask: Ask, name: string, since: string | null): Promise<HostState | null> {
  const [owner = '', short = ''] = name.split('/')
  const branches: HostBranch[] = []
  const pulls: HostPull[] = []
  const checks = new Map<number, HostCheck>()
  const cursors: { branches: string | null; open: string | null; closed: string | null } = { branches: null, open: null, closed: null }
  const wanted = { branches: true, open: true, closed: true }
  let closedRead = 0
  let about: Answered | null = null
  const another = countPages()
  while (wanted.branches || wanted.open || wanted.closed) {
    another()
    const closedSize = since && !about ? firstOfClosed : pageOfClosed
    const shown = { withBranches: wanted.branches, withOpen: wanted.open, withClosed: wanted.closed }
    const { repository } = await ask(stateQuery, { owner, name: short, ...cursors, ...shown, closedSize })
    if (!repository) return null
    about = repository
    for (const ref of repository.refs?.nodes ?? []) {
      const { oid, committedDate } = ref.target
      branches.push({ name: ref.name, sha: oid, committed_at: committedDate ?? null, protected: ref.refUpdateRule !== null })
      collect(checks, oid, ref.target)
    }
    for (const { commits, ...pull } of repository.open?.nodes ?? []) {
      pulls.push(pullOf(pull))
      for (const { commit } of commits.nodes) collect(checks, commit.oid, commit)
    }
    const closed = repository.closed?.nodes ?? []
    pulls.push(...closed.map(pullOf))
    closedRead += closed.length
    const oldest = closed.at(-1)?.updatedAt
    const known = oldest !== undefined && since !== null && Date.parse(oldest) < Date.parse(since)
    wanted.branches = next(repository.refs?.pageInfo, (cursor) => (cursors.branches = cursor))
    wanted.open = next(repository.open?.pageInfo, (cursor) => (cursors.open = cursor))
    wanted.closed =
      next(repository.closed?.pageInfo, (cursor) => (cursors.closed = cursor)) && !known && (since !== null || closedRead < maxClosed)
  }
  const { databaseId, nameWithOwner, url, isPrivate, defaultBranchRef } = about as Answered
  return {
    host_id: databaseId,
    name: nameWithOwner,
    url,
    private: isPrivate,
    default_branch: defaultBranchRef?.name ?? 'main',
    head_sha: defaultBranchRef?.target.oid ?? null,
    branches,
    pulls: newestOf(pulls),
    checks: [...checks.values()],
  }
}

function next(page: { hasNextPage: boolean; endCursor: string | null } | undefined, keep: (cursor: string | null) => void): boolean {
  if (!page?.hasNextPage) return false
  keep(page.endCursor)
  return true
}

/** A pull request that was closed between two pages is in both lists. */
function newestOf(pulls: readonly HostPull[]): HostPull[] {
  const byNumber = new Map<number, HostPull>()
  for (const pull of pulls) {
    const other = byNumber.get(pull.number)
    if (!other || Date.parse(other.updated_at) <= Date.parse(pull.updated_at)) byNumber.set(pull.number, pull)
  }
  return [...byNumber.values()]
}

const states = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const
const decisions: Record<string, HostPull['review_decision']> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes_requested',
  REVIEW_REQUIRED: 'review_required',
}

const pullOf = (node: PullNode): HostPull => ({
  number: node.number,
  title: node.title,
  state: states[node.state],
  draft: node.isDraft,
  author: node.author?.login ?? null,
  head_ref: node.headRefName,
  head_sha: node.headRefOid,
  base_ref: node.baseRefName,
  review_decision: decisions[node.reviewDecision ?? ''] ?? null,
  url: node.url,
  created_at: node.createdAt,
  updated_at: node.updatedAt,
  merged_at: node.mergedAt,
})

function collect(checks: Map<number, HostCheck>, sha: string, { checkSuites }: Partial<CheckSuites>): void {
  for (const { app, workflowRun, checkRuns } of checkSuites?.nodes ?? []) {
    for (const run of checkRuns.nodes) {
      // GraphQL’s Int has 32 bits, which the ids of checks have outgrown; the URL ends with the id.
      const id = run.databaseId ?? Number(/\/(\d+)$/.exec(run.permalink)?.[1])
      if (!Number.isSafeInteger(id)) continue
      // A check that a job creates through the API can appear in the suite of any workflow; only what the runner itself ran has steps.
      const isJob = (run.steps?.totalCount ?? 0) > 0
      checks.set(id, {
        host_id: id,
        head_sha: sha,
        name: run.name,
        app_id: app?.databaseId ?? null,
        workflow_path: isJob ? (workflowRun?.file?.path ?? null) : null,
        event: isJob ? (workflowRun?.event ?? null) : null,
        status: run.status.toLowerCase(),
        conclusion: run.conclusion?.toLowerCase() ?? null,
        url: run.detailsUrl ?? run.permalink,
        completed_at: run.completedAt,
      })
    }
  }
}
