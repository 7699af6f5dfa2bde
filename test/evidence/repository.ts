import { z } from 'zod'
import { proveByChecks } from '../../src/capabilities/features/evidence/from-checks.ts'
import { followPush } from '../../src/capabilities/features/gates/follow-push.ts'
import { system } from '../../src/kernel/context.ts'
import { contract } from '../../src/kernel/contract.ts'
import { execute } from '../../src/kernel/execute.ts'
import { implement, type Operation } from '../../src/kernel/operation.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Baton } from '../harness/baton.ts'

export const ciFile = '.github/workflows/ci.yml'
const actionsApp = 15_368

const declared = contract({
  summary: 'What a sync does with what it has read',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  input: z.strictObject({ repository: z.string(), shas: z.array(z.string()), branch: z.string().optional() }),
  output: z.object({}),
})
const { phases } = implement(declared, async (ctx, { repository, shas, branch }) => {
  const [before, after] = shas
  if (branch && before && after) await followPush(ctx, { repository, branch, before, after })
  await proveByChecks(ctx, repository, shas)
  return {}
})
const synced: Operation = { name: 'synced', contract: declared, phases: phases as Operation['phases'] }

export interface CheckRun {
  name: string
  sha: string
  app_id: number | null
  workflow_path: string | null
  workflow_trusted: boolean
  event: string | null
  status: string
  conclusion: string | null
  completed_at: Date | null
}

/** The rows of a connected repository, as a sync leaves them. */
export class Repository {
  readonly baton: Baton
  readonly org: string
  readonly id = newId()
  readonly connection = newId()
  readonly hostId: number
  token: Buffer | null = null
  #check = 1

  private constructor(baton: Baton, org: string, hostId: number) {
    this.baton = baton
    this.org = org
    this.hostId = hostId
  }

  static async connect(baton: Baton, org: string, project: string, user: string, hostId: number, seal?: (connection: string) => Buffer) {
    const one = new Repository(baton, org, hostId)
    const token = (one.token = seal?.(one.connection) ?? null)
    await baton.look(
      `insert into code_connections (org_id, id, kind, installation_id, account, token, granted_by, created_at)
        values ($1, $2, $3, $4, 'acme', $5, $6, now())`,
      [org, one.connection, token ? 'token' : 'app', token ? null : hostId, token, user],
    )
    await baton.look(
      `insert into repositories (org_id, id, connection_id, host_id, name, url, default_branch, private, head_sha, status, created_by, created_at, updated_at)
        values ($1, $2, $3, $4, 'acme/web', 'https://github.example/acme/web', 'main', true, null, 'ready', $5, now(), now())`,
      [org, one.id, one.connection, hostId, user],
    )
    await baton.look('insert into repository_projects (org_id, repository_id, project_id) values ($1, $2, $3)', [org, one.id, project])
    return one
  }

  /** Moves a branch to this commit without notifying anything. */
  async branch(name: string, sha: string): Promise<void> {
    await this.baton.look(
      `insert into repository_branches (org_id, repository_id, name, sha) values ($1, $2, $3, $4)
        on conflict (org_id, repository_id, name) do update set sha = excluded.sha`,
      [this.org, this.id, name, sha],
    )
  }

  async dropBranch(name: string): Promise<void> {
    await this.baton.look('delete from repository_branches where org_id = $1 and repository_id = $2 and name = $3', [
      this.org,
      this.id,
      name,
    ])
  }

  async pull(number: number, sha: string, branch: string, base = 'main'): Promise<void> {
    await this.baton.look(
      `insert into pull_requests (org_id, repository_id, number, title, state, draft, head_ref, head_sha, base_ref, url, created_at, updated_at)
        values ($1, $2, $3, 'Change', 'open', false, $4, $5, $6, 'https://github.example/1', now(), now())`,
      [this.org, this.id, number, branch, sha, base],
    )
  }

  async link(item: string, kind: 'branch' | 'commit' | 'pull_request', ref: string): Promise<void> {
    await this.baton.look('insert into code_links (org_id, repository_id, item_id, kind, ref) values ($1, $2, $3, $4, $5)', [
      this.org,
      this.id,
      item,
      kind,
      ref,
    ])
  }

  /** An honest CI check run, except for the given overrides. */
  async check(run: Partial<CheckRun> & { sha: string }): Promise<void> {
    const check: CheckRun = {
      name: 'tests',
      app_id: actionsApp,
      workflow_path: ciFile,
      workflow_trusted: true,
      event: 'push',
      status: 'completed',
      conclusion: 'success',
      completed_at: new Date(Date.now() + this.#check),
      ...run,
    }
    await this.baton.look(
      `insert into repository_checks (org_id, repository_id, host_id, head_sha, name, app_id, workflow_path, workflow_trusted, event, status,
        conclusion, url, completed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'https://github.example/runs/1', $12)`,
      [
        ...[this.org, this.id, this.hostId * 10_000 + this.#check++, check.sha, check.name, check.app_id, check.workflow_path],
        ...[check.workflow_trusted, check.event, check.status, check.conclusion, check.completed_at],
      ],
    )
  }

  async endConnection(ended = true): Promise<void> {
    await this.baton.look(
      `update code_connections set ended_at = ${ended ? 'now()' : 'null'}, token = ${ended ? 'null' : '$2'} where id = $1`,
      ended ? [this.connection] : [this.connection, this.token],
    )
  }

  /** Gives the repository a different id at the code host. */
  async rename(hostId: number): Promise<void> {
    await this.baton.look('update repositories set host_id = $2 where id = $1', [this.id, hostId])
  }

  /** Simulates that a sync has read the checks of these commits. */
  read(...shas: string[]): Promise<unknown> {
    return this.#run({ repository: this.id, shas })
  }

  /** Simulates that a sync has found the branch at a new commit. */
  async push(branch: string, before: string, after: string): Promise<void> {
    await this.branch(branch, after)
    await this.#run({ repository: this.id, shas: [before, after], branch })
  }

  #run(input: unknown): Promise<unknown> {
    return execute(this.baton.node.assembly.kernel, synced as Operation<unknown, unknown>, system(this.org), input, { door: 'worker' })
  }
}
