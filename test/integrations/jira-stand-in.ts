import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { read } from './slack-stand-in.ts'

export interface JiraIssue {
  id: string
  key: string
  summary: string
  description?: unknown
  type?: { name: string; hierarchyLevel: number }
  status?: { name: string; category: 'new' | 'indeterminate' | 'done' }
  priority?: string
  labels?: string[]
  assignee?: { emailAddress?: string; displayName: string }
  parent?: string
  points?: number
  duedate?: string
  blockedBy?: string[]
  comments?: { id: string; body: unknown; by: string }[]
}

/** How many comments a search result includes; the rest is fetched per issue. */
const carried = 2

/** A stand-in for Jira Cloud, which can't be run here: what Baton calls of REST API version 3, with token paging, rate limits and Basic auth. */
export async function startJira() {
  const issues: JiraIssue[] = []
  const requests: string[] = []
  let limited = { left: 0, retryAfter: 1 }
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const answer = (value: unknown, status = 200, headers: Record<string, string> = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify(value))
      }
      const url = new URL(request.url ?? '', 'http://jira')
      const path = url.pathname.replace('/rest/api/3/', '')
      requests.push(path)
      const [email, token] = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64')
        .toString()
        .split(':')
      if (email !== 'ann@example.com' || token !== 'jira-token-1') return answer({ message: 'unauthorized' }, 401)
      if (limited.left > 0) {
        limited.left--
        return answer({}, 429, { 'retry-after': String(limited.retryAfter) })
      }
      if (path === 'myself') return answer({ displayName: 'Ann', emailAddress: email, accountId: 'a1' })
      if (path === 'field')
        return answer([
          { id: 'summary', name: 'Summary' },
          { id: 'customfield_10016', name: 'Story point estimate' },
        ])
      if (path === 'project/search') return answer({ values: [{ id: '1', key: 'WEB', name: 'Website' }], isLast: true })
      if (path === 'search/jql') {
        const from = Number(body.nextPageToken ?? 0)
        const part = issues.slice(from, from + body.maxResults)
        const end = from + part.length
        return answer({
          issues: part.map((one) => issueOf(one, body.fields, issues)),
          ...(end < issues.length && { nextPageToken: String(end) }),
        })
      }
      const issue = issues.find(({ id }) => path === `issue/${id}/comment`)
      if (!issue) return answer({}, 404)
      const from = Number(url.searchParams.get('startAt'))
      const all = commentsOf(issue)
      return answer({ comments: all.slice(from, from + 100), total: all.length, startAt: from })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    site: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { email: 'ann@example.com', api_token: 'jira-token-1' },
    issues,
    requests,
    limit: (left: number, retryAfter: number) => void (limited = { left, retryAfter }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const paragraph = (text: string) => ({ type: 'doc', version: 1, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const document = (value: unknown) => (typeof value === 'string' ? paragraph(value) : (value ?? null))

const commentsOf = ({ comments = [] }: JiraIssue) =>
  comments.map(({ id, body, by }, at) => ({
    id,
    body: document(body),
    created: new Date(1_700_000_000_000 + at * 1000).toISOString(),
    author: { displayName: by },
  }))

function issueOf(issue: JiraIssue, fields: readonly string[], all: readonly JiraIssue[]) {
  const parent = all.find(({ key }) => key === issue.parent)
  return {
    id: issue.id,
    key: issue.key,
    fields: {
      summary: issue.summary,
      description: document(issue.description),
      issuetype: issue.type ?? { name: 'Task', hierarchyLevel: 0 },
      status: { name: issue.status?.name ?? 'To Do', statusCategory: { key: issue.status?.category ?? 'new' } },
      priority: issue.priority ? { name: issue.priority } : null,
      labels: issue.labels ?? [],
      assignee: issue.assignee ?? null,
      duedate: issue.duedate ?? null,
      issuelinks: (issue.blockedBy ?? []).map((key) => ({
        type: { name: 'Blocks', inward: 'is blocked by', outward: 'blocks' },
        inwardIssue: { id: all.find((one) => one.key === key)?.id, key },
      })),
      ...(parent && { parent: { id: parent.id, key: parent.key } }),
      customfield_10016: issue.points ?? null,
      ...(fields.includes('comment') && { comment: { comments: commentsOf(issue).slice(0, carried), total: commentsOf(issue).length } }),
    },
  }
}
