import { z } from 'zod'
import { boundedFetch, jsonOf } from '../bounded-fetch.ts'
import type { Config } from '../config.ts'
import { notReached, pauseAsked, ProviderFailure } from './provider-failure.ts'
import { checkTracker, countPages, type RemoteComment, type RemoteItem, type Tracker, type TrackerCredentials } from './tracker.ts'

const timeout = 20_000
const fetchLinear = boundedFetch()
const Answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ extensions: z.object({ code: z.string().optional() }).optional() })).optional(),
})
const issuesAtOnce = 50
/** Of one list. */
const maxPages = 100
const commentsAtOnce = 50

interface Comment {
  id: string
  body: string
  url: string
  createdAt: string
  user: { name: string } | null
}
interface Page<T> {
  nodes: T[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}
interface Issue {
  id: string
  identifier: string
  title: string
  description: string | null
  url: string
  priority: number
  estimate: number | null
  dueDate: string | null
  state: { name: string; type: string }
  labels: { nodes: { name: string }[] }
  assignee: { email: string; name: string } | null
  parent: { id: string } | null
  project: { id: string } | null
  inverseRelations: { nodes: { type: string; issue: { id: string } }[] }
  comments?: Page<Comment>
}
interface Project {
  id: string
  name: string
  description: string
  url: string
  state: string
  priority: number
  targetDate: string | null
}

const commentFields = 'nodes { id body url createdAt user { name } } pageInfo { hasNextPage endCursor }'
const viewer = 'query { viewer { name email } organization { name urlKey } }'
const teams = 'query($after: String) { teams(first: 100, after: $after) { nodes { id key name } pageInfo { hasNextPage endCursor } } }'
const projects = `query($team: String!, $after: String, $first: Int!) { team(id: $team) { projects(first: $first, after: $after) {
  nodes { id name description url state priority targetDate } pageInfo { hasNextPage endCursor } } } }`
const issues = `query($team: String!, $after: String, $first: Int!, $comments: Boolean!, $said: Int!) { team(id: $team) {
  issues(first: $first, after: $after, orderBy: createdAt, includeArchived: false) { nodes {
    id identifier title description url priority estimate dueDate state { name type } labels { nodes { name } }
    assignee { email name } parent { id } project { id }
    inverseRelations { nodes { type issue { id } } } comments(first: $said) @include(if: $comments) { ${commentFields} } }
  pageInfo { hasNextPage endCursor } } } }`
const moreComments = `query($issue: String!, $after: String, $said: Int!) { issue(id: $issue) { comments(first: $said, after: $after) { ${commentFields} } } }`

const statuses: Record<string, RemoteItem['status']> = {
  triage: 'backlog',
  backlog: 'backlog',
  unstarted: 'todo',
  started: 'in_progress',
  completed: 'complete',
  canceled: 'cancelled',
  // States of projects.
  planned: 'todo',
  paused: 'todo',
}
const priorities = ['none', 'urgent', 'high', 'medium', 'low'] as const

const idOf = (id: string) => `linear:${id}`
const keyOf = (credentials: TrackerCredentials): string => ('api_key' in credentials ? credentials.api_key : '')
/** A personal key is sent as it is, an OAuth token as a bearer token. */
const authorization = (key: string): string => (key.startsWith('lin_api_') ? key : `Bearer ${key}`)

export function createLinear({ LINEAR_API_URL }: Pick<Config, 'LINEAR_API_URL'>): Tracker {
  async function ask<T>(key: string, query: string, variables: object = {}): Promise<T> {
    const response = await fetchLinear(`${LINEAR_API_URL}/graphql`, {
      method: 'POST',
      headers: { authorization: authorization(key), 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    }).catch((error: unknown) => {
      throw notReached('Linear', error)
    })
    const read = Answer.safeParse(await jsonOf(response))
    const answer = read.success ? read.data : {}
    const code = answer.errors?.[0]?.extensions?.code
    if (response.status === 429 || code === 'RATELIMITED') throw limited(response)
    if (response.status === 401 || code === 'AUTHENTICATION_ERROR')
      throw new ProviderFailure('revoked', 'Linear no longer takes this key. Save another.')
    if (response.status >= 500) throw notReached('Linear', {})
    if (!response.ok || answer.errors || !answer.data)
      throw new ProviderFailure('refused', 'Linear refused it. The key may not read this team, or the team is gone.')
    return answer.data as T
  }

  async function restOfComments(key: string, issue: Issue): Promise<Comment[]> {
    const all = [...(issue.comments?.nodes ?? [])]
    let page = issue.comments?.pageInfo
    const another = countPages('Linear', maxPages)
    while (page?.hasNextPage) {
      another()
      const { issue: more } = await ask<{ issue: { comments: Page<Comment> } }>(key, moreComments, {
        issue: issue.id,
        after: page.endCursor,
        said: commentsAtOnce,
      })
      all.push(...more.comments.nodes)
      page = more.comments.pageInfo
    }
    return all
  }

  return checkTracker('Linear', {
    async test(credentials) {
      const found = await ask<{ viewer: { name: string; email: string }; organization: { name: string } }>(keyOf(credentials), viewer)
      return { account: found.viewer.email || found.viewer.name, workspace: found.organization.name }
    },
    async sources(credentials) {
      const all: { id: string; key: string; name: string }[] = []
      const another = countPages('Linear', maxPages)
      let after: string | null = null
      do {
        another()
        const found: { teams: Page<{ id: string; key: string; name: string }> } = await ask(keyOf(credentials), teams, { after })
        all.push(...found.teams.nodes)
        after = found.teams.pageInfo.hasNextPage ? found.teams.pageInfo.endCursor : null
      } while (after && all.length < 1000)
      return all
    },
    /** First the team's projects, which are parents of issues, then its issues. */
    async page(credentials, team, cursor, comments) {
      const key = keyOf(credentials)
      const [part, after] =
        cursor === null ? ['projects', ''] : [cursor.slice(0, cursor.indexOf(':')), cursor.slice(cursor.indexOf(':') + 1)]
      const variables = { team, after: after || null, first: issuesAtOnce, comments, said: commentsAtOnce }
      if (part === 'projects') {
        const { projects: found } = (await ask<{ team: { projects: Page<Project> } }>(key, projects, variables)).team
        const { hasNextPage, endCursor } = found.pageInfo
        return { items: found.nodes.map(itemOfProject), next: hasNextPage ? `projects:${endCursor}` : 'issues:' }
      }
      const { issues: found } = (await ask<{ team: { issues: Page<Issue> } }>(key, issues, variables)).team
      const items: RemoteItem[] = []
      for (const issue of found.nodes) items.push(itemOfIssue(issue, comments ? await restOfComments(key, issue) : []))
      return { items, next: found.pageInfo.hasNextPage ? `issues:${found.pageInfo.endCursor}` : null }
    },
    async revoke(credentials) {
      const key = keyOf(credentials)
      // Linear has no API call to revoke a personal key.
      if (key.startsWith('lin_api_')) return false
      const response = await fetchLinear(`${LINEAR_API_URL}/oauth/revoke`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      }).catch((error: unknown) => {
        throw notReached('Linear', error)
      })
      return response.ok
    },
  })
}

/** Linear gives the time of the next accepted request in milliseconds since 1970. */
function limited({ headers }: Response): ProviderFailure {
  const reset = Number(headers.get('x-ratelimit-requests-reset'))
  const seconds = headers.get('retry-after') ?? (reset > 0 ? String(Math.max(1, Math.ceil((reset - Date.now()) / 1000))) : null)
  return new ProviderFailure(
    'rate_limited',
    'Linear accepts no more requests for now. Reading continues when it does.',
    pauseAsked(seconds),
  )
}

const priorityOf = (priority: number): RemoteItem['priority'] => priorities[priority] ?? 'none'

function itemOfProject({ id, name, description, url, state, priority, targetDate }: Project): RemoteItem {
  return {
    external_id: idOf(id),
    key: name,
    epic: true,
    parent: null,
    title: name,
    description,
    url,
    status: statuses[state] ?? 'backlog',
    status_name: state,
    priority: priorityOf(priority),
    labels: [],
    estimate: null,
    due_on: targetDate,
    assignee_email: null,
    assignee_name: null,
    blocked_by: [],
    comments: [],
  }
}

function itemOfIssue(issue: Issue, said: readonly Comment[]): RemoteItem {
  const { id, identifier, title, description, url, state, labels, assignee, parent, project, inverseRelations } = issue
  const above = parent ?? project
  const comments = said.map((one): RemoteComment => ({
    id: idOf(one.id),
    body: one.body,
    author: one.user?.name ?? 'Linear',
    url: one.url,
    created_at: one.createdAt,
  }))
  return {
    external_id: idOf(id),
    key: identifier,
    epic: false,
    parent: above && idOf(above.id),
    title,
    description: description ?? '',
    url,
    // Linear has no "in review" type of its own; teams give a started state that name.
    status: state.type === 'started' && /review/i.test(state.name) ? 'in_review' : (statuses[state.type] ?? 'backlog'),
    status_name: state.name,
    priority: priorityOf(issue.priority),
    labels: labels.nodes.map(({ name }) => name),
    estimate: issue.estimate,
    due_on: issue.dueDate,
    assignee_email: assignee?.email ?? null,
    assignee_name: assignee?.name ?? null,
    blocked_by: inverseRelations.nodes.filter(({ type }) => type === 'blocks').map((one) => idOf(one.issue.id)),
    comments: comments.toSorted((one, other) => one.created_at.localeCompare(other.created_at)),
  }
}
