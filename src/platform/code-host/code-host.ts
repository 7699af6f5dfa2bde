import type { CiSession } from './ci-session.ts'
import type { IssueSession } from './issue-session.ts'

/** How a repository is reached: as an installation of our App, for this repository alone, or with a token a person gave. */
export type Access = { kind: 'app'; installation: number; repository: number } | { kind: 'token'; token: string }

export interface HostRepository {
  host_id: number
  name: string
  url: string
  default_branch: string
  private: boolean
}

/** What somebody has shown to be within their reach: an installation of the App, or what a token opens. */
export interface Granted {
  installation: number | null
  account: string
  repositories: HostRepository[]
}

export interface HostBranch {
  name: string
  sha: string
  committed_at: string | null
  protected: boolean
}

export interface HostPull {
  number: number
  title: string
  state: 'open' | 'closed' | 'merged'
  draft: boolean
  author: string | null
  head_ref: string
  head_sha: string
  base_ref: string
  review_decision: 'approved' | 'changes_requested' | 'review_required' | null
  url: string
  created_at: string
  updated_at: string
  merged_at: string | null
}

export interface HostCheck {
  host_id: number
  head_sha: string
  name: string
  app_id: number | null
  workflow_path: string | null
  event: string | null
  status: string
  conclusion: string | null
  url: string | null
  completed_at: string | null
}

export interface HostCommit {
  sha: string
  subject: string
  message: string
  author: string | null
  committed_at: string
  url: string
}

/** Everything about a repository but its files and history. */
export interface HostState extends HostRepository {
  /** Null where nothing was ever pushed. */
  head_sha: string | null
  branches: HostBranch[]
  /** Those that are open, and of the others those that changed since they were last read. */
  pulls: HostPull[]
  /** Of the head of every branch and of every open pull request. */
  checks: HostCheck[]
}

export interface TreeFile {
  path: string
  sha: string
  size: number
  symlink: boolean
}

export interface NewPull {
  title: string
  body: string
  head: string
  base: string
  draft: boolean
  reviewers: readonly string[]
}

export interface NewFile {
  branch: string
  /** Where the branch is made from, unless it is there. */
  base: string
  path: string
  content: string
  message: string
}

/** One repository, through one way in. Each call may wait for the host, so none belongs into a transaction. */
export interface HostSession extends CiSession, IssueSession {
  /** `since`: up to which change closed pull requests were read before; null for the first time. */
  state(name: string, since: string | null): Promise<HostState>
  /** The newest commits below these heads and of these pull requests. */
  commits(name: string, heads: readonly string[], pulls: readonly number[]): Promise<HostCommit[]>
  /** The ids of files at commits; null where there is none. */
  blobIds(name: string, places: readonly { sha: string; path: string }[]): Promise<(string | null)[]>
  /** Every file of a commit. */
  tree(name: string, sha: string): Promise<TreeFile[]>
  blob(name: string, sha: string): Promise<Buffer>
  /** All files at a commit in one request; a file larger than `largest` is passed over. */
  archive(name: string, sha: string, largest: number, each: (path: string, content: Buffer) => Promise<void>): Promise<void>
  /** A commit with this file on a branch; none where the branch has it already. */
  commitFile(name: string, file: NewFile): Promise<void>
  createPull(name: string, pull: NewPull): Promise<{ pull: HostPull; unasked: string[]; existed: boolean }>
  updatePullBody(name: string, number: number, body: string): Promise<void>
  /** The paths a branch changes against another. */
  changedPaths(name: string, base: string, head: string): Promise<string[]>
}

/** A code host, as far as we need one. */
export interface CodeHost {
  /** Whether the instance has an App there; without one only tokens open repositories. */
  readonly app: boolean
  /** Where a person's browser goes to show what their own login sees. */
  loginUrl(flow: { state: string; verifier: string }): string
  userToken(code: string, verifier: string): Promise<string>
  grantsOfLogin(userToken: string): Promise<Granted[]>
  grantsOfToken(token: string): Promise<Granted>
  /** Whether the host signed these bytes. */
  isSigned(body: Buffer, signature: string | undefined): boolean
  open(access: Access): Promise<HostSession>
}

export type HostProblem = 'not_set_up' | 'no_access' | 'not_found' | 'rate_limited' | 'unavailable' | 'refused'

/** The host did not do what it was asked. Its own words are never passed on: they may hold what was sent. */
export class HostFailure extends Error {
  readonly problem: HostProblem
  constructor(problem: HostProblem, message: string, cause?: unknown) {
    super(message)
    this.problem = problem
    this.cause = cause
  }
}
