import type { Octokit } from 'octokit'
import { HostFailure, type HostPull, type NewPull } from './code-host.ts'
import { orHostFailure } from './host-failures.ts'

type Place = { owner: string; repo: string }
type Made = Awaited<ReturnType<typeof open>>

/**
 * Opens a pull request and requests its reviews. If one is already open for the branch, that one is returned: whoever calls twice wants one. A
 * reviewer that GitHub rejects leaves the pull request as it is, and is reported.
 */
export async function createPull(
  client: Octokit,
  place: Place,
  wanted: NewPull,
): Promise<{ pull: HostPull; unasked: string[]; existed: boolean }> {
  const { head, base, reviewers } = wanted
  try {
    const made = await open(client, place, wanted)
    const unasked = await askReviewers(client, place, made.number, reviewers)
    return { pull: pullOf(made), unasked, existed: false }
  } catch (error) {
    if (!(error instanceof HostFailure) || error.problem !== 'refused') throw error
    const existing = saidBy(error).includes('already exists') ? await openFrom(client, place, head, base) : undefined
    if (!existing) throw whyNot(error)
    return { pull: pullOf(existing), unasked: [], existed: true }
  }
}

const open = (client: Octokit, place: Place, { title, body, head, base, draft }: NewPull) =>
  orHostFailure(async () => (await client.request('POST /repos/{owner}/{repo}/pulls', { ...place, title, body, head, base, draft })).data)

async function openFrom(client: Octokit, place: Place, head: string, base: string): Promise<Made | undefined> {
  const options = { ...place, head: `${place.owner}:${head}`, base, state: 'open' } as const
  const { data } = await orHostFailure(() => client.request('GET /repos/{owner}/{repo}/pulls', options))
  return data[0] as Made | undefined
}

async function askReviewers(client: Octokit, place: Place, number: number, reviewers: readonly string[]): Promise<string[]> {
  const unasked: string[] = []
  for (const reviewer of reviewers) {
    const path = 'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers'
    const asked = orHostFailure(() => client.request(path, { ...place, pull_number: number, reviewers: [reviewer] }))
    await asked.catch((error: HostFailure) => (error.problem === 'unavailable' ? Promise.reject(error) : unasked.push(reviewer)))
  }
  return unasked
}

const pullOf = (data: Made): HostPull => ({
  number: data.number,
  title: data.title,
  state: 'open',
  draft: data.draft ?? false,
  author: data.user?.login ?? null,
  head_ref: data.head.ref,
  head_sha: data.head.sha,
  base_ref: data.base.ref,
  // Only the host knows whether one is required; the next sync reads it.
  review_decision: null,
  url: data.html_url,
  created_at: data.created_at,
  updated_at: data.updated_at,
  merged_at: null,
})

const saidBy = (error: HostFailure): string => JSON.stringify((error.cause as { response?: { data?: unknown } }).response?.data ?? '')

/** GitHub gives its reason in English; there are few reasons, and our messages repeat nothing of what a caller wrote. */
function whyNot(error: HostFailure): HostFailure {
  const said = saidBy(error)
  if (said.includes('No commits between'))
    return new HostFailure('refused', 'The head branch has no commit that the base branch does not have. Push one first.')
  if (said.includes('"head"')) return new HostFailure('refused', 'The repository has no such head branch. Push it first.')
  if (said.includes('"base"')) return new HostFailure('refused', 'The repository has no such base branch. Name another.')
  return new HostFailure('refused', 'GitHub refused this pull request. See whether the branches exist and differ.')
}
