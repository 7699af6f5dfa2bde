import type { Deliveries } from './deliveries.ts'
import { type Change, type CommitMade, GitRepository } from './git-repository.ts'

export interface HostPull {
  number: number
  title: string
  body: string
  state: 'OPEN' | 'CLOSED' | 'MERGED'
  draft: boolean
  author: string
  head: string
  base: string
  /** Follows the branch while the pull request is open. */
  headSha: string
  requested: string[]
  reviews: { user: string; state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' }[]
  createdAt: string
  updatedAt: string
  mergedAt: string | null
}

export interface HostCheck {
  id: number
  sha: string
  name: string
  appId: number
  status: string
  conclusion: string | null
  completedAt: string | null
  output: unknown
  run: HostRun | null
}

export interface HostRun {
  id: number
  path: string
  event: string
  sha: string
  branch: string
}

/** GitHub's own app, which reports the checks of Actions. */
export const actionsApp = 15368

// As large as GitHub's ids, which don't fit into 32 bits.
let checkIds = 30_000_000_000

/** One repository of the stand-in: files and history are stored in git, everything else here. */
export class HostRepository {
  readonly id: number
  name: string
  readonly private: boolean
  readonly git: GitRepository
  readonly pulls = new Map<number, HostPull>()
  readonly checks: HostCheck[] = []
  readonly runs: HostRun[] = []
  /** Whether a pull request needs a review before it can be merged. */
  reviewRequired = false
  readonly protectedBranches = new Set<string>()
  readonly #url: string
  readonly #deliveries: Deliveries
  readonly #installation: number
  // Issue numbers come from emulate and start at 1.
  #numbers = 1000
  #time = Date.parse('2026-02-01T00:00:00Z')

  private constructor(
    about: { id: number; name: string; private: boolean; url: string; installation: number },
    deliveries: Deliveries,
    git: GitRepository,
  ) {
    this.id = about.id
    this.name = about.name
    this.private = about.private
    this.#url = about.url
    this.#installation = about.installation
    this.#deliveries = deliveries
    this.git = git
  }

  static async create(
    about: { id: number; name: string; private: boolean; url: string; installation: number },
    deliveries: Deliveries,
  ): Promise<HostRepository> {
    return new HostRepository(about, deliveries, await GitRepository.create())
  }

  get htmlUrl(): string {
    return `${this.#url}/${this.name}`
  }

  /** As the REST API describes it. */
  describe() {
    const [owner = '', name = ''] = this.name.split('/')
    return {
      id: this.id,
      name,
      full_name: this.name,
      owner: { login: owner },
      private: this.private,
      html_url: this.htmlUrl,
      default_branch: 'main',
      archived: false,
      permissions: { admin: false, push: true, pull: true },
    }
  }

  /** A push of one commit. */
  async push(branch: string, message: string, change: Change, options: { from?: string; author?: string } = {}): Promise<string> {
    const made = await this.git.commit(branch, message, change, options)
    this.#pushed(made, options.author ?? 'octocat')
    return made.sha
  }

  async deleteBranch(branch: string): Promise<void> {
    this.#pushed(await this.git.deleteBranch(branch), 'octocat')
    for (const pull of this.pulls.values()) if (pull.head === branch && pull.state === 'OPEN') this.close(pull.number)
  }

  #pushed({ sha, before, ref }: CommitMade, sender: string): void {
    const zero = /^0+$/
    const about = { ref, before, after: sha, created: zero.test(before), deleted: zero.test(sha), forced: false, commits: [] }
    this.emit('push', { ...about, pusher: { name: sender } }, sender)
    for (const pull of this.pulls.values()) {
      if (pull.state !== 'OPEN' || ref !== `refs/heads/${pull.head}` || zero.test(sha)) continue
      pull.headSha = sha
      this.#changed(pull, 'synchronize', { before, after: sha })
    }
  }

  async openPull(
    head: string,
    title: string,
    {
      body = '',
      base = 'main',
      draft = false,
      author = 'octocat',
    }: { body?: string; base?: string; draft?: boolean; author?: string } = {},
  ): Promise<HostPull> {
    const headSha = await this.git.head(head)
    if (!headSha) throw new Error(`no branch ${head}`)
    const now = this.#now()
    const pull: HostPull = {
      number: ++this.#numbers,
      title,
      body,
      state: 'OPEN',
      draft,
      author,
      head,
      base,
      headSha,
      requested: [],
      reviews: [],
      createdAt: now,
      updatedAt: now,
      mergedAt: null,
    }
    this.pulls.set(pull.number, pull)
    this.#changed(pull, 'opened')
    return pull
  }

  edit(number: number, title: string): void {
    const pull = this.#pull(number)
    pull.title = title
    this.#changed(pull, 'edited')
  }

  review(number: number, user: string, state: HostPull['reviews'][number]['state']): void {
    const pull = this.#pull(number)
    pull.reviews.push({ user, state })
    pull.requested = pull.requested.filter((login) => login !== user)
    pull.updatedAt = this.#now()
    this.emit('pull_request_review', { action: 'submitted', review: { state: state.toLowerCase(), user: { login: user } }, number }, user)
  }

  requestReview(number: number, users: readonly string[]): void {
    const pull = this.#pull(number)
    pull.requested = [...new Set([...pull.requested, ...users])]
    this.#changed(pull, 'review_requested')
  }

  close(number: number): void {
    const pull = this.#pull(number)
    pull.state = 'CLOSED'
    this.#changed(pull, 'closed')
  }

  reopen(number: number): void {
    const pull = this.#pull(number)
    pull.state = 'OPEN'
    this.#changed(pull, 'reopened')
  }

  /** Merges with git; returns the merge commit, or null if the branches conflict. */
  async merge(number: number): Promise<string | null> {
    const pull = this.#pull(number)
    const sha = await this.git.merge(pull.base, pull.headSha, `Merge pull request #${number} from ${pull.head}\n\n${pull.title}`)
    if (!sha) return null
    const made = await this.git.setBranch(pull.base, sha)
    pull.state = 'MERGED'
    pull.mergedAt = this.#now()
    this.#changed(pull, 'closed', { merge_commit_sha: sha })
    this.#pushed(made, pull.author)
    return sha
  }

  /** The review decision as GitHub computes it: each reviewer's latest opinion counts. */
  decision(pull: HostPull): 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED' | null {
    const last = new Map(pull.reviews.filter(({ state }) => state !== 'COMMENTED').map(({ user, state }) => [user, state]))
    const opinions = [...last.values()]
    if (opinions.includes('CHANGES_REQUESTED')) return 'CHANGES_REQUESTED'
    if (opinions.includes('APPROVED')) return 'APPROVED'
    return this.reviewRequired ? 'REVIEW_REQUIRED' : null
  }

  /** Runs a workflow file at a commit, with one check per job. */
  runWorkflow(
    sha: string,
    path: string,
    jobs: Record<string, string | null>,
    { event = 'push', branch = 'main' }: { event?: string; branch?: string } = {},
  ): HostCheck[] {
    const run: HostRun = { id: ++checkIds, path, event, sha, branch }
    this.runs.push(run)
    return Object.entries(jobs).map(([name, conclusion]) => this.addCheck({ sha, name, appId: actionsApp, conclusion, run }))
  }

  addCheck(about: Pick<HostCheck, 'sha' | 'name' | 'appId' | 'conclusion'> & Partial<HostCheck>): HostCheck {
    const completedAt = about.conclusion ? this.#now() : null
    const check = { id: ++checkIds, status: about.conclusion ? 'completed' : 'in_progress', completedAt, output: null, run: null, ...about }
    this.checks.push(check)
    this.#checked(check, about.conclusion ? 'completed' : 'created')
    return check
  }

  completeCheck(id: number, conclusion: string, output: unknown = null): HostCheck | undefined {
    const check = this.checks.find((one) => one.id === id)
    if (!check) return undefined
    Object.assign(check, { status: 'completed', conclusion, completedAt: this.#now(), output: output ?? check.output })
    this.#checked(check, 'completed')
    return check
  }

  #checked(check: HostCheck, action: string): void {
    const { id, sha, name, appId, status, conclusion } = check
    this.emit('check_run', { action, check_run: { id, head_sha: sha, name, app: { id: appId }, status, conclusion } }, 'octocat')
  }

  emit(event: string, payload: Record<string, unknown>, sender: string): void {
    const repository = this.describe()
    this.#deliveries.emit(event, { ...payload, repository, installation: { id: this.#installation }, sender: { login: sender } })
  }

  #changed(pull: HostPull, action: string, more: Record<string, unknown> = {}): void {
    pull.updatedAt = this.#now()
    this.emit('pull_request', { action, number: pull.number, pull_request: this.describePull(pull), ...more }, pull.author)
  }

  /** As the REST API describes it. */
  describePull(pull: HostPull) {
    return {
      id: pull.number + 5_000_000,
      number: pull.number,
      title: pull.title,
      body: pull.body,
      state: pull.state === 'OPEN' ? 'open' : 'closed',
      merged: pull.state === 'MERGED',
      merged_at: pull.mergedAt,
      draft: pull.draft,
      user: { login: pull.author },
      html_url: `${this.htmlUrl}/pull/${pull.number}`,
      head: { ref: pull.head, sha: pull.headSha, repo: this.describe() },
      base: { ref: pull.base, repo: this.describe() },
      requested_reviewers: pull.requested.map((login) => ({ login })),
      created_at: pull.createdAt,
      updated_at: pull.updatedAt,
    }
  }

  #pull(number: number): HostPull {
    const pull = this.pulls.get(number)
    if (!pull) throw new Error(`no pull request ${number}`)
    return pull
  }

  /** Every change gets a distinct time, so that sorting by time is unambiguous. */
  #now(): string {
    this.#time += 1000
    return new Date(this.#time).toISOString()
  }
}
