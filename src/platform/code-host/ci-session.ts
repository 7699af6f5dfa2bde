import type { Octokit } from 'octokit'
import { HostFailure } from './code-host.ts'
import { orHostFailure } from './host-failures.ts'

/** What a posted check says. */
export interface CheckReport {
  title: string
  /** Markdown. */
  summary: string
  isGreen: boolean
  url: string
}

/** Reads commits for CI, and reports checks. */
export interface CiSession {
  /** Null if there is no such branch, pull request or commit. */
  branchHead(name: string, branch: string): Promise<string | null>
  pullHead(name: string, number: number): Promise<string | null>
  /** The parents of a commit, in order. */
  parents(name: string, sha: string): Promise<string[]>
  /** Updates our check on a commit, or creates it; there is never a second one. Returns its id. */
  postCheck(name: string, sha: string, id: number | null, check: string, report: CheckReport): Promise<number | null>
}

const maxDescription = 140

export function ciSession(client: Octokit, app: number | null): CiSession {
  const inParts = (name: string) => {
    const [owner = '', repo = ''] = name.split('/')
    return { owner, repo }
  }
  return {
    branchHead: (name, branch) =>
      orNull(async () => {
        const { data } = await client.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...inParts(name), ref: `heads/${branch}` })
        return data.object.sha
      }),
    pullHead: (name, number) =>
      orNull(async () => {
        const { data } = await client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...inParts(name), pull_number: number })
        return data.head.sha
      }),
    async parents(name, sha) {
      const found = await orNull(async () => {
        const { data } = await client.request('GET /repos/{owner}/{repo}/commits/{ref}', { ...inParts(name), ref: sha })
        return data.parents.map((parent) => parent.sha)
      })
      return found ?? []
    },
    postCheck: (name, sha, id, check, report) =>
      app === null
        ? postStatus(client, inParts(name), sha, check, report)
        : postCheckRun(client, app, inParts(name), sha, id, check, report),
  }
}

type Place = { owner: string; repo: string }

/** A request whose response was lost may have created a check all the same, so look for one before creating another. */
async function postCheckRun(
  client: Octokit,
  app: number,
  place: Place,
  sha: string,
  id: number | null,
  check: string,
  { title, summary, isGreen, url }: CheckReport,
): Promise<number> {
  const said = {
    name: check,
    details_url: url,
    status: 'completed',
    conclusion: isGreen ? 'success' : 'action_required',
    output: { title, summary },
  } as const
  return orHostFailure(async () => {
    const known = id ?? (await findCheckRun(client, app, place, sha, check))
    if (known === null) {
      const { data } = await client.request('POST /repos/{owner}/{repo}/check-runs', { ...place, head_sha: sha, ...said })
      return Number(data.id)
    }
    await client.request('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', { ...place, check_run_id: known, ...said })
    return known
  })
}

async function findCheckRun(client: Octokit, app: number, place: Place, sha: string, check: string): Promise<number | null> {
  const path = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
  const { data } = await client.request(path, { ...place, ref: sha, check_name: check, app_id: app, filter: 'latest' })
  const [first] = data.check_runs
  return first ? Number(first.id) : null
}

/** Only Apps can post check runs; a token posts a commit status, of which a commit has one per name. */
async function postStatus(client: Octokit, place: Place, sha: string, check: string, { title, isGreen, url }: CheckReport): Promise<null> {
  const description = title.slice(0, maxDescription)
  const said = { context: check, state: isGreen ? 'success' : 'failure', description, target_url: url } as const
  await orHostFailure(() => client.request('POST /repos/{owner}/{repo}/statuses/{sha}', { ...place, sha, ...said }))
  return null
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  return orHostFailure(work).catch((error: unknown) => {
    if (error instanceof HostFailure && (error.problem === 'not_found' || error.problem === 'refused')) return null
    throw error
  })
}
