import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownerOf, read } from './slack-stand-in.ts'

export interface LinearIssue {
  id: string
  identifier: string
  title: string
  description?: string
  priority?: number
  estimate?: number
  dueDate?: string
  state?: { name: string; type: string }
  labels?: string[]
  assignee?: { email: string; name: string }
  parent?: string
  project?: string
  blockedBy?: string[]
  comments?: { id: string; body: string; by: string }[]
}

/**
 * A stand-in for Linear, which can't be run here: the queries that Baton sends to its GraphQL API, answered in the form of its schema, with
 * pagination, rate limits and revoked keys. It doesn't parse GraphQL: it tells the queries apart by what they ask for.
 */
export async function startLinear() {
  const issues: LinearIssue[] = []
  const projects: { id: string; name: string; state: string }[] = []
  const revoked = new Set<string>()
  const requests: string[] = []
  let limited = { left: 0, retryAfter: 1 }
  let hold: Promise<void> | null = null
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      const answer = (value: object, status = 200, headers: Record<string, string> = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify(value))
      }
      const key = (request.headers.authorization ?? '').replace(/^Bearer /, '')
      if (request.url === '/oauth/revoke') {
        revoked.add(key)
        return answer({ success: true })
      }
      const { query = '', variables = {} } = body as { query?: string; variables?: any }
      requests.push(`${/\b(viewer|teams|projects|issues|issue)\b/.exec(query)?.[1]} ${variables.after ?? ''}`)
      if (revoked.has(key) || !key.startsWith('lin_'))
        return answer({ errors: [{ message: 'authentication', extensions: { code: 'AUTHENTICATION_ERROR' } }] }, 401)
      if (limited.left > 0) {
        limited.left--
        return answer({ errors: [{ message: 'ratelimited', extensions: { code: 'RATELIMITED' } }] }, 400, {
          'retry-after': String(limited.retryAfter),
        })
      }
      await hold
      if (query.includes('viewer'))
        return answer({
          data: { viewer: { name: 'Ann', email: 'ann@example.com' }, organization: { name: `Northwind${ownerOf(key)}`, urlKey: 'nw' } },
        })
      if (query.includes('teams('))
        return answer({ data: { teams: page([{ id: 'team-1', key: 'ENG', name: `Engineering${ownerOf(key)}` }], 0, 100) } })
      if (query.includes('projects(')) {
        const nodes = projects.map((one) => ({
          ...one,
          description: 'A project',
          url: `https://linear.app/p/${one.id}`,
          priority: 2,
          targetDate: null,
        }))
        return answer({ data: { team: { projects: page(nodes, Number(variables.after ?? 0), variables.first) } } })
      }
      if (query.includes('issue(id')) {
        const issue = issues.find(({ id }) => id === variables.issue)
        return answer({ data: { issue: { comments: page(commentsOf(issue), Number(variables.after ?? 0), variables.said) } } })
      }
      if (variables.team !== 'team-1') return answer({ errors: [{ message: 'not found', extensions: { code: 'INVALID_INPUT' } }] }, 400)
      return answer({
        data: {
          team: {
            issues: page(
              issues.map((one) => nodeOf(one, variables)),
              Number(variables.after ?? 0),
              variables.first,
            ),
          },
        },
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settings: { LINEAR_API_URL: url },
    issues,
    projects,
    revoked,
    requests,
    limit: (left: number, retryAfter: number) => void (limited = { left, retryAfter }),
    /** Holds back every response until the promise settles. */
    wait: (until: Promise<void> | null) => void (hold = until),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type LinearStandIn = Awaited<ReturnType<typeof startLinear>>

function page<T>(all: readonly T[], from: number, first: number) {
  const nodes = all.slice(from, from + first)
  const end = from + nodes.length
  return { nodes, pageInfo: { hasNextPage: end < all.length, endCursor: nodes.length > 0 ? String(end) : null } }
}

const commentsOf = (issue: LinearIssue | undefined) =>
  (issue?.comments ?? []).map(({ id, body, by }, at) => ({
    id,
    body,
    url: `https://linear.app/c/${id}`,
    createdAt: new Date(1_700_000_000_000 + at * 1000).toISOString(),
    user: { name: by },
  }))

const nodeOf = (issue: LinearIssue, variables: { comments: boolean; said: number }) => ({
  id: issue.id,
  identifier: issue.identifier,
  title: issue.title,
  description: issue.description ?? null,
  url: `https://linear.app/northwind/issue/${issue.identifier}`,
  priority: issue.priority ?? 0,
  estimate: issue.estimate ?? null,
  dueDate: issue.dueDate ?? null,
  state: issue.state ?? { name: 'Todo', type: 'unstarted' },
  labels: { nodes: (issue.labels ?? []).map((name) => ({ name })) },
  assignee: issue.assignee ?? null,
  parent: issue.parent ? { id: issue.parent } : null,
  project: issue.project ? { id: issue.project } : null,
  inverseRelations: { nodes: (issue.blockedBy ?? []).map((id) => ({ type: 'blocks', issue: { id } })) },
  ...(variables.comments && { comments: page(commentsOf(issue), 0, variables.said) }),
})
