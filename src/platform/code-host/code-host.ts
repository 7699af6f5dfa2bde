import type { CiSession } from './ci-session.ts'
import type { IssueSession } from './issue-session.ts'

/** How a repository is accessed: through an installation of our App, for this repository alone, or with a token that a person provided. */
export type Access = { kind: 'app'; installation: number; repository: number } | { kind: 'token'; token: string }

export interface HostRepository {
  host_id: number
  name: string
  url: string
  default_branch: string
  private: boolean
}

/** What somebody has proven to have access to: an installation of the App, or what a token opens. */
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

/** Everything about a repository except its files and history. */
export interface HostState extends HostRepository {
  /** Null if nothing was ever pushed. */
  head_sha: string | null
  branches: HostBranch[]
  /** The open ones, and the others that have changed since they were last read. */
  pulls: HostPull[]
  /** For the head of every branch and of every open pull request. */
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
  /** The branch it is created from, unless it exists. */
  base: string
  path: string
  content: string
  message: string
}

/** One repository, through one kind of access. Each call may wait for the host, so none belongs in a transaction. */
export interface HostSession extends CiSession, IssueSession {
  /** `since`: up to which change closed pull requests have already been read; null the first time. */
  state(name: string, since: string | null): Promise<HostState>
  /** The newest commits reachable from these heads and of these pull requests. */
  commits(name: string, heads: readonly string[], pulls: readonly number[]): Promise<HostCommit[]>
  /** The blob ids of files at commits; null if there is no such file. */
  blobIds(name: string, places: readonly { sha: string; path: string }[]): Promise<(string | null)[]>
  /** Every file of a commit. */
  tree(name: string, sha: string): Promise<TreeFile[]>
  blob(name: string, sha: string): Promise<Buffer>
  /** All files at a commit in one request; files larger than `largest` are skipped. */
  archive(name: string, sha: string, largest: number, each: (path: string, content: Buffer) => Promise<void>): Promise<void>
  /** Commits this file to a branch, unless the branch has it already. */
  commitFile(name: string, file: NewFile): Promise<void>
  createPull(name: string, pull: NewPull): Promise<{ pull: HostPull; unasked: string[]; existed: boolean }>
  updatePullBody(name: string, number: number, body: string): Promise<void>
  /** The paths that a branch changes relative to another. */
  changedPaths(name: string, base: string, head: string): Promise<string[]>
}

/** The parts of a code host that we need. */
export interface CodeHost {
  /** Whether the instance has an App there; without one, only tokens give access to repositories. */
  readonly app: boolean
  /** Where a person's browser goes to prove what their own login has access to. */
  loginUrl(flow: { state: string; verifier: string }): string
  userToken(code: string, verifier: string): Promise<string>
  grantsOfLogin(userToken: string): Promise<Granted[]>
  grantsOfToken(token: string): Promise<Granted>
  /** Whether the host signed these bytes. */
  isSigned(body: Buffer, signature: string | undefined): boolean
  open(access: Access): Promise<HostSession>
}

export type HostProblem = 'not_set_up' | 'no_access' | 'not_found' | 'rate_limited' | 'unavailable' | 'refused'

/** The host failed or refused a request. Its own message is never passed on: it may contain what was sent. */
export class HostFailure extends Error {
  readonly problem: HostProblem
  constructor(problem: HostProblem, message: string, cause?: unknown) {
    super(message)
    this.problem = problem
    this.cause = cause
  }
}
