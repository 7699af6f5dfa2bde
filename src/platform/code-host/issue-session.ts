import type { Octokit } from 'octokit'
import { HostFailure, type HostProblem } from './code-host.ts'
import { countPages, orHostFailure } from './host-failures.ts'

export interface HostIssue {
  number: number
  title: string
  body: string
  state: 'open' | 'closed'
  /** Closed because it won't be done. */
  not_planned: boolean
  url: string
  author: string | null
  updated_at: string
}

export interface HostComment {
  host_id: number
  /** The issue or pull request it belongs to. */
  number: number
  body: string
  author: string | null
  url: string
  updated_at: string
}

export interface IssueChanges {
  title?: string
  state?: 'open' | 'closed'
  not_planned?: boolean
}

/** Issues and their comments. Lists contain what changed since then, oldest change first; a long list continues with the next call. */
export interface IssueSession {
  issues(name: string, since: string | null): Promise<HostIssue[]>
  /** On all issues and pull requests. */
  issueComments(name: string, since: string): Promise<HostComment[]>
  issue(name: string, number: number): Promise<HostIssue>
  createIssue(name: string, title: string, body: string): Promise<HostIssue>
  updateIssue(name: string, number: number, changes: IssueChanges): Promise<HostIssue>
  commentsOf(name: string, number: number, since: string): Promise<HostComment[]>
  createIssueComment(name: string, number: number, body: string): Promise<HostComment>
}

const maxAtOnce = 1000

export function issueSession(client: Octokit): IssueSession {
  const inParts = (name: string) => {
    const [owner = '', repo = ''] = name.split('/')
    return { owner, repo }
  }
  return {
    issues: (name, since) =>
      orHostFailure(async () => {
        const options = {
          ...inParts(name),
          state: 'all',
          sort: 'updated',
          direction: 'asc',
          per_page: 100,
          ...(since && { since }),
        } as const
        const all: HostIssue[] = []
        const another = countPages()
        for await (const { data } of client.paginate.iterator('GET /repos/{owner}/{repo}/issues', options)) {
          another()
          all.push(...data.filter((issue) => !issue.pull_request).map(issueOf))
          if (all.length >= maxAtOnce) break
        }
        return all
      }),
    issueComments: (name, since) =>
      orHostFailure(async () => {
        const options = { ...inParts(name), sort: 'updated', direction: 'asc', per_page: 100, since } as const
        const all: HostComment[] = []
        const another = countPages()
        for await (const { data } of client.paginate.iterator('GET /repos/{owner}/{repo}/issues/comments', options)) {
          another()
          all.push(...data.map(commentOf))
          if (all.length >= maxAtOnce) break
        }
        return all
      }),
    issue: (name, number) =>
      aboutIssue(number, async () => {
        const { data } = await client.request('GET /repos/{owner}/{repo}/issues/{issue_number}', { ...inParts(name), issue_number: number })
        // For a transferred issue, GitHub answers from its new repository.
        if (data.number !== number) throw new HostFailure('not_found', '')
        return issueOf(data)
      }),
    createIssue: (name, title, body) =>
      orHostFailure(async () =>
        issueOf((await client.request('POST /repos/{owner}/{repo}/issues', { ...inParts(name), title, body })).data),
      ),
    updateIssue: (name, number, { not_planned, ...changes }) =>
      aboutIssue(number, async () => {
        const reason = changes.state === 'closed' ? ({ state_reason: not_planned ? 'not_planned' : 'completed' } as const) : {}
        const options = { ...inParts(name), issue_number: number, ...changes, ...reason }
        return issueOf((await client.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', options)).data)
      }),
    commentsOf: (name, number, since) =>
      aboutIssue(number, async () => {
        const path = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
        const another = countPages()
        const options = { ...inParts(name), issue_number: number, since, per_page: 100 }
        return client.paginate(path, options, ({ data }) => {
          another()
          return data.map(commentOf)
        })
      }),
    createIssueComment: (name, number, body) =>
      aboutIssue(number, async () => {
        const path = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
        return commentOf((await client.request(path, { ...inParts(name), issue_number: number, body })).data)
      }),
  }
}

const refusals: Partial<Record<HostProblem, (number: number) => string>> = {
  no_access: (number) =>
    `GitHub refused to change issue #${number}: it is locked, or the App or token may not write issues. Give it the permission “Issues: write”.`,
  not_found: (number) => `GitHub no longer has issue #${number} here: it was deleted or moved.`,
  refused: (number) => `GitHub did not accept the change of issue #${number}.`,
}

/** Makes a refusal name the issue it is about. */
async function aboutIssue<T>(number: number, work: () => Promise<T>): Promise<T> {
  return orHostFailure(work).catch((error: HostFailure) => {
    const say = refusals[error.problem]
    throw say ? new HostFailure(error.problem, say(number), error.cause) : error
  })
}

interface RestIssue {
  number: number
  title: string
  body?: string | null
  state: string
  state_reason?: string | null
  html_url: string
  user: { login: string } | null
  updated_at: string
}

const issueOf = ({ number, title, body, state, state_reason, html_url, user, updated_at }: RestIssue): HostIssue => ({
  number,
  title,
  body: body ?? '',
  state: state === 'closed' ? 'closed' : 'open',
  not_planned: state === 'closed' && (state_reason === 'not_planned' || state_reason === 'duplicate'),
  url: html_url,
  author: user?.login ?? null,
  updated_at,
})

interface RestComment {
  id: number | bigint
  body?: string
  html_url: string
  issue_url: string
  user: { login: string } | null
  updated_at: string
}

const commentOf = ({ id, body, html_url, issue_url, user, updated_at }: RestComment): HostComment => ({
  host_id: Number(id),
  number: Number(/\/(\d+)$/.exec(issue_url)?.[1] ?? 0),
  body: body ?? '',
  author: user?.login ?? null,
  url: html_url,
  updated_at,
})
