/** Where issues can be read from: a team of Linear, a project of Jira. */
export interface TrackerSource {
  id: string
  key: string
  name: string
}

export interface RemoteComment {
  id: string
  body: string
  author: string
  url: string
  created_at: string
}

/** An issue, project or epic elsewhere, in our words. Its place in the hierarchy is decided when all of them are known. */
export interface RemoteItem {
  /** Stable there, and unlike those of every other tracker. */
  external_id: string
  key: string
  /** It can stand above stories: an epic of Jira, a project of Linear. */
  epic: boolean
  parent: string | null
  title: string
  description: string
  url: string
  status: 'backlog' | 'todo' | 'in_progress' | 'in_review' | 'complete' | 'cancelled'
  /** What it is called there. */
  status_name: string
  priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
  labels: string[]
  estimate: number | null
  due_on: string | null
  assignee_email: string | null
  assignee_name: string | null
  blocked_by: string[]
  comments: RemoteComment[]
}

export interface RemotePage {
  items: RemoteItem[]
  /** Where the next page begins; null after the last. */
  next: string | null
}

export type TrackerCredentials = { api_key: string } | { site: string; email: string; api_token: string }

/** A tracker that work is imported from. Each call waits for it, so none belongs into a transaction. */
export interface Tracker {
  /** Whose credentials these are, and of which account there. */
  test(credentials: TrackerCredentials): Promise<{ account: string; workspace: string }>
  sources(credentials: TrackerCredentials): Promise<TrackerSource[]>
  page(credentials: TrackerCredentials, source: string, cursor: string | null, comments: boolean): Promise<RemotePage>
  /** False where tokens of this kind can only be taken back by hand. */
  revoke(credentials: TrackerCredentials): Promise<boolean>
}

export interface Trackers {
  linear: Tracker
  jira: Tracker
}
