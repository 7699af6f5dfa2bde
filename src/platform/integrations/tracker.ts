/** A source of issues: a Linear team or a Jira project. */
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

/** An issue, project or epic of another tracker, in our terms. Its place in the hierarchy is decided once all of them are known. */
export interface RemoteItem {
  /** Stable in that tracker, and distinct from the ids of every other tracker. */
  external_id: string
  key: string
  /** It can be a parent of stories: a Jira epic or a Linear project. */
  epic: boolean
  parent: string | null
  title: string
  description: string
  url: string
  status: 'backlog' | 'todo' | 'in_progress' | 'in_review' | 'complete' | 'cancelled'
  /** The name of the status in that tracker. */
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
  /** The cursor of the next page; null after the last. */
  next: string | null
}

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
