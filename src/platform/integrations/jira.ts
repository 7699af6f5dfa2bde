import type { Config } from '../config.ts'
import { adfToMarkdown } from './adf-to-markdown.ts'
import { notReached, pauseAsked, ProviderFailure } from './provider-failure.ts'
import { requestPublic } from './public-request.ts'
import {
  checkTracker,
  countPages,
  type RemoteComment,
  type RemoteItem,
  type Tracker,
  type TrackerCredentials,
  type TrackerSource,
} from './tracker.ts'

const timeout = 20_000
const issuesAtOnce = 50
/** Of one list. */
const maxPages = 100

type Fields = Record<string, unknown>
interface Issue {
  id: string
  key: string
  fields: Fields
}
interface Comment {
  id: string
  body: unknown
  created: string
  author?: { displayName?: string }
}
interface Comments {
  comments?: Comment[]
  total?: number
}

const categories: Record<string, RemoteItem['status']> = {
  new: 'todo',
  indeterminate: 'in_progress',
  done: 'complete',
  undefined: 'backlog',
}
const priorities: Record<string, RemoteItem['priority']> = {
  highest: 'urgent',
  blocker: 'urgent',
  critical: 'urgent',
  high: 'high',
  major: 'high',
  medium: 'medium',
  low: 'low',
  minor: 'low',
  lowest: 'low',
  trivial: 'low',
}
const plain = ['summary', 'description', 'status', 'priority', 'labels', 'assignee', 'parent', 'issuetype', 'duedate', 'issuelinks']

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const inside = (value: unknown, name: string): unknown => (value && typeof value === 'object' ? (value as Fields)[name] : undefined)

function siteOf(credentials: TrackerCredentials): { site: string; authorization: string } {
  if (!('site' in credentials)) throw new ProviderFailure('refused', 'Save your site, email address and API token again.')
  const basic = Buffer.from(`${credentials.email}:${credentials.api_token}`).toString('base64')
  return { site: credentials.site.replace(/(?<!\/)\/+$/, ''), authorization: `Basic ${basic}` }
}

/** Jira Cloud, through its REST API version 3. */
export function createJira({ PRIVATE_ADDRESSES }: Pick<Config, 'PRIVATE_ADDRESSES'>): Tracker {
  async function ask<T>(credentials: TrackerCredentials, path: string, body?: object): Promise<T> {
    const { site, authorization } = siteOf(credentials)
    const content = body && JSON.stringify(body)
    const {
      status,
      headers,
      body: answer,
    } = await requestPublic(`${site}/rest/api/3/${path}`, {
      method: content ? 'POST' : 'GET',
      headers: {
        authorization,
        accept: 'application/json',
        ...(content && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }),
      },
      ...(content && { body: content }),
      timeout,
      allowPrivate: PRIVATE_ADDRESSES === 'allow',
    }).catch((error: unknown) => {
      throw notReached('Jira', error)
    })
    if (status === 429) {
      const asked = headers['retry-after']
      throw new ProviderFailure(
        'rate_limited',
        'Jira accepts no more requests for now. Reading continues when it does.',
        pauseAsked(Array.isArray(asked) ? asked[0] : asked),
      )
    }
    if (status === 401)
      throw new ProviderFailure('revoked', 'Jira no longer takes this token. Save another, with the email address it belongs to.')
    if (status >= 500) throw notReached('Jira', {})
    if (status === 403 || status === 404)
      throw new ProviderFailure('refused', 'Jira shows nothing there: the account may not read it, or the site’s address is wrong.')
    if (status < 200 || status >= 300 || answer === null) throw new ProviderFailure('refused', 'Jira refused it.')
    return answer as T
  }

  /** Field ids differ between sites: the field with the story points is found by its name. */
  async function pointFields(credentials: TrackerCredentials): Promise<string[]> {
    const fields = await ask<{ id: string; name: string }[]>(credentials, 'field')
    return fields.filter(({ name }) => /^story points?( estimate)?$/i.test(name)).map(({ id }) => id)
  }

  async function commentsOf(credentials: TrackerCredentials, issue: Issue): Promise<Comment[]> {
    const first = (issue.fields['comment'] ?? {}) as Comments
    const all = [...(first.comments ?? [])]
    const another = countPages('Jira', maxPages)
    while (all.length < (first.total ?? 0)) {
      another()
      const more = await ask<Comments>(
        credentials,
        `issue/${encodeURIComponent(issue.id)}/comment?startAt=${all.length}&maxResults=100&orderBy=created`,
      )
      if (!more.comments?.length) break
      all.push(...more.comments)
    }
    return all
  }

  return checkTracker('Jira', {
    async test(credentials) {
      const me = await ask<{ displayName?: string; emailAddress?: string }>(credentials, 'myself')
      return { account: me.emailAddress ?? me.displayName ?? '', workspace: new URL(siteOf(credentials).site).host }
    },
    async sources(credentials) {
      const all: TrackerSource[] = []
      for (;;) {
        const page = await ask<{ values: TrackerSource[]; isLast?: boolean }>(
          credentials,
          `project/search?startAt=${all.length}&maxResults=50&orderBy=key`,
        )
        all.push(...page.values.map(({ id, key, name }) => ({ id, key, name })))
        if (page.isLast !== false || page.values.length === 0 || all.length >= 1000) return all
      }
    },
    async page(credentials, project, cursor, comments) {
      if (!/^[A-Za-z0-9_]{1,64}$/.test(project)) throw new ProviderFailure('refused', 'Name a project of Jira by its key, such as WEB.')
      const points = await pointFields(credentials)
      const fields = [...plain, ...points, ...(comments ? ['comment'] : [])]
      const jql = `project = "${project}" ORDER BY created ASC`
      const asked = { jql, fields, maxResults: issuesAtOnce, ...(cursor && { nextPageToken: cursor }) }
      const page = await ask<{ issues: Issue[]; nextPageToken?: string }>(credentials, 'search/jql', asked)
      const { site } = siteOf(credentials)
      const items: RemoteItem[] = []
      for (const issue of page.issues) items.push(itemOf(issue, site, points, comments ? await commentsOf(credentials, issue) : []))
      return { items, next: page.nextPageToken || null }
    },
    // Atlassian has no API call for a token to revoke itself.
    revoke: async () => false,
  })
}

function itemOf({ id, key, fields }: Issue, site: string, points: readonly string[], said: readonly Comment[]): RemoteItem {
  const host = new URL(site).host.slice(0, 60)
  const idOf = (one: unknown) => `jira:${host}:${text(one)}`
  const url = `${site}/browse/${key}`
  const level = inside(fields['issuetype'], 'hierarchyLevel')
  const estimate = points.map((name) => fields[name]).find((value): value is number => typeof value === 'number' && value >= 0)
  const name = text(inside(fields['status'], 'name'))
  const category = text(inside(inside(fields['status'], 'statusCategory'), 'key'))
  const parent = inside(fields['parent'], 'id')
  const links = Array.isArray(fields['issuelinks']) ? fields['issuelinks'] : []
  const comments = said.map((one): RemoteComment => ({
    id: `${idOf(id)}:${one.id}`,
    body: adfToMarkdown(one.body),
    author: one.author?.displayName ?? 'Jira',
    url: `${url}?focusedCommentId=${one.id}`,
    created_at: one.created,
  }))
  return {
    external_id: idOf(id),
    key,
    epic: typeof level === 'number' && level > 0,
    parent: parent === undefined ? null : idOf(parent),
    title: text(fields['summary']),
    description: adfToMarkdown(fields['description']),
    url,
    status: statusOf(name, category),
    status_name: name,
    priority: priorities[text(inside(fields['priority'], 'name')).toLowerCase()] ?? 'none',
    labels: Array.isArray(fields['labels']) ? fields['labels'].filter((one): one is string => typeof one === 'string') : [],
    estimate: estimate ?? null,
    due_on: text(fields['duedate']) || null,
    assignee_email: text(inside(fields['assignee'], 'emailAddress')) || null,
    assignee_name: text(inside(fields['assignee'], 'displayName')) || null,
    blocked_by: links.flatMap((link) => {
      const blocker = inside(inside(link, 'inwardIssue'), 'id')
      return text(inside(inside(link, 'type'), 'inward')) === 'is blocked by' && blocker !== undefined ? [idOf(blocker)] : []
    }),
    comments,
  }
}

/** Jira has three status categories; a team's own names for its statuses say more. */
function statusOf(name: string, category: string): RemoteItem['status'] {
  if (category === 'done' && /cancel|won.?t|declin|reject|duplicate|obsolete/i.test(name)) return 'cancelled'
  if (category === 'indeterminate' && /review|test|qa/i.test(name)) return 'in_review'
  if (category === 'new' && /backlog/i.test(name)) return 'backlog'
  return categories[category] ?? 'backlog'
}
