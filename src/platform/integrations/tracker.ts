import { z } from 'zod'
import { notReached } from './provider-failure.ts'

/** A source of issues: a Linear team or a Jira project. */
const TrackerSource = z.object({ id: z.string(), key: z.string(), name: z.string() })
export type TrackerSource = z.output<typeof TrackerSource>

const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)))
const RemoteComment = z.object({ id: z.string(), body: z.string(), author: z.string(), url: z.string(), created_at: time })
export type RemoteComment = z.output<typeof RemoteComment>

/** An issue, project or epic of another tracker, in our terms. Its place in the hierarchy is decided once all of them are known. */
const RemoteItem = z.object({
  /** Stable in that tracker, and distinct from the ids of every other tracker. */
  external_id: z.string(),
  key: z.string(),
  /** It can be a parent of stories: a Jira epic or a Linear project. */
  epic: z.boolean(),
  parent: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  url: z.string(),
  status: z.enum(['backlog', 'todo', 'in_progress', 'in_review', 'complete', 'cancelled']),
  /** The name of the status in that tracker. */
  status_name: z.string(),
  priority: z.enum(['none', 'low', 'medium', 'high', 'urgent']),
  labels: z.array(z.string()),
  estimate: z.number().nullable(),
  due_on: z.iso.date().nullable(),
  assignee_email: z.string().nullable(),
  assignee_name: z.string().nullable(),
  blocked_by: z.array(z.string()),
  comments: z.array(RemoteComment),
})
export type RemoteItem = z.output<typeof RemoteItem>

const RemotePage = z.object({
  items: z.array(RemoteItem),
  /** The cursor of the next page; null after the last. */
  next: z.string().nullable(),
})
export type RemotePage = z.output<typeof RemotePage>

export type TrackerCredentials = { api_key: string } | { site: string; email: string; api_token: string }

/** A tracker that work is imported from. Each call waits for it, so none belongs in a transaction. */
export interface Tracker {
  /** Whose credentials these are, and of which account in that tracker. */
  test(credentials: TrackerCredentials): Promise<{ account: string; workspace: string }>
  sources(credentials: TrackerCredentials): Promise<TrackerSource[]>
  page(credentials: TrackerCredentials, source: string, cursor: string | null, comments: boolean): Promise<RemotePage>
  /** False if tokens of this kind can only be revoked by hand. */
  revoke(credentials: TrackerCredentials): Promise<boolean>
}

export interface Trackers {
  linear: Tracker
  jira: Tracker
}

const Account = z.object({ account: z.string(), workspace: z.string() })

/** Whatever a tracker answers, its client resolves to what these types say, or rejects with a ProviderFailure. */
export function checkTracker(provider: string, tracker: Tracker): Tracker {
  const checked = async <T>(schema: z.ZodType<T>, work: Promise<T>): Promise<T> => {
    try {
      return schema.parse(await work)
    } catch (error) {
      throw notReached(provider, error)
    }
  }
  return {
    test: (...asked) => checked(Account, tracker.test(...asked)),
    sources: (...asked) => checked(z.array(TrackerSource), tracker.sources(...asked)),
    page: (...asked) => checked(RemotePage, tracker.page(...asked)),
    revoke: (...asked) => checked(z.boolean(), tracker.revoke(...asked)),
  }
}

/** Called for each page of a list; a tracker that always has another one fails. */
export function countPages(provider: string, most: number): () => void {
  let pages = 0
  return () => {
    if (++pages > most) throw notReached(provider, {})
  }
}
