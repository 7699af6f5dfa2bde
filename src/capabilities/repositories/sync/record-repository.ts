import type { Context } from '../../../kernel/context.ts'
import type { HostFailure, HostPull, HostState } from '../../../platform/code-host/code-host.ts'
import { indexStored } from '../index/index.operations.ts'
import { recordIssues } from '../issues/record-issues.ts'
import { repositorySynced, type Synced, type SyncedPart } from '../repos/repos.events.ts'
import { projectsOf } from '../repos/repos.queries.ts'
import { dropFiles, putFiles } from '../files/files.queries.ts'
import { type Claim, mayRecord } from './claim.ts'
import { keysIn } from './keys.ts'
import { link } from './link-tasks.ts'
import { placeOf, type Reading } from './read-repository.ts'
import * as queries from './sync.queries.ts'

type Moved = Synced['moved']
const maxMoved = 100

/**
 * Records what was read and logs what has changed; null if another sync came first. `told`: somebody is waiting for the answer.
 */
export async function record(ctx: Context, reading: Reading, told: boolean): Promise<SyncedPart[] | null> {
  const { claim, state } = reading
  if (!(await mayRecord(ctx, claim))) return null
  const place = { org: ctx.org, id: claim.row.id }
  const projects = await ctx.tx.rows(projectsOf, { org: ctx.org, repository: claim.row.id })
  const moved: Moved = []
  await recordFiles(ctx, place, reading)
  const parts = {
    repository: isOther(claim, state),
    branches: await recordBranches(ctx, place, state, moved),
    pull_requests: await recordPulls(ctx, place, state, moved),
    checks: await recordChecks(ctx, place, reading),
    commits: await recordCommits(ctx, place, reading, new Set(projects.map(({ key }) => key))),
    files: reading.filesChanged,
    issues: reading.issues ? await recordIssues(ctx, claim.row, reading.issues) : false,
    links: false,
  }
  const names = Object.keys(parts) as SyncedPart[]
  if (told || names.some((name) => parts[name])) parts.links = await link(ctx, place, state, projects)
  const changed = names.filter((name) => parts[name])
  const visible = told || changed.length > 0 || claim.row.status !== 'ready' || claim.row.error !== null
  const { head_sha, name, url, default_branch, private: hidden } = state
  const fields = {
    name,
    url,
    default_branch,
    private: hidden,
    head_sha,
    issues_read_at: reading.issues?.read_at ?? claim.row.issues_read_at,
    comments_read_at: reading.issues?.comments_read_at ?? claim.row.comments_read_at,
  }
  await finish(ctx, claim, { ...fields, status: 'ready', error: null, visible })
  await indexStored(ctx, claim.row.id)
  if (visible) for (const { id } of projects) announce(ctx, claim, state.name, id, changed, moved)
  return changed
}

/** The host did not respond or refused: what is stored stays, and people are told what to do. */
export async function recordFailure(ctx: Context, claim: Claim, { problem, message }: HostFailure): Promise<void> {
  if (!(await mayRecord(ctx, claim))) return
  const { row } = claim
  const passing = problem === 'rate_limited' || problem === 'unavailable'
  const status = passing && row.status === 'ready' ? 'ready' : 'failed'
  const visible = row.status !== status || row.error !== message
  const { name, url, default_branch, private: hidden, head_sha, issues_read_at, comments_read_at } = row
  const fields = { name, url, default_branch, private: hidden, head_sha, issues_read_at, comments_read_at }
  await finish(ctx, claim, { ...fields, status, error: message, visible })
  if (!visible) return
  const projects = await ctx.tx.rows(projectsOf, { org: ctx.org, repository: row.id })
  for (const { id } of projects) announce(ctx, claim, name, id, ['repository'], [])
}

interface Finished {
  name: string
  url: string
  default_branch: string
  private: boolean
  head_sha: string | null
  issues_read_at: string | null
  comments_read_at: string | null
  status: 'ready' | 'failed'
  error: string | null
  visible: boolean
}

async function finish(ctx: Context, { id, row }: Claim, fields: Finished): Promise<void> {
  const done = await ctx.tx.row(queries.finish, { org: ctx.org, id: row.id, ...fields, now: ctx.clock.now() })
  // Something was pushed while the job was reading. Without a claim, the push has already queued its own job.
  if (id && done?.wanted_at) await ctx.enqueue('syncRepository', { repository_id: row.id })
  ctx.target(row.id)
}

function announce(ctx: Context, { row }: Claim, name: string, project_id: string, changed: SyncedPart[], moved: Moved): void {
  ctx.emit(repositorySynced, { repository: { id: row.id, name }, project_id, changed, moved: moved.slice(0, maxMoved) })
}

const isOther = ({ row }: Claim, state: HostState): boolean =>
  row.name !== state.name || row.url !== state.url || row.default_branch !== state.default_branch || row.private !== state.private

async function recordFiles(ctx: Context, place: Place, { files }: Reading): Promise<void> {
  if (!files) return
  if (files.rows.length > 0) await ctx.tx.rows(putFiles, { ...place, rows: JSON.stringify(files.rows) })
  if (files.gone.length > 0) await ctx.tx.rows(dropFiles, { ...place, paths: files.gone })
}

interface Place {
  org: string
  id: string
}

/** Times are compared as points in time, because the host and the database format them differently. */
const moment = (value: string | null): number | null => (value === null ? null : Date.parse(value))

async function recordBranches(ctx: Context, place: Place, { branches }: HostState, moved: Moved): Promise<boolean> {
  const before = new Map((await ctx.tx.rows(queries.branchesNow, place)).map((one) => [one.name, one]))
  const there = new Set(branches.map(({ name }) => name))
  const gone = [...before.keys()].filter((name) => !there.has(name))
  const other = branches.filter(({ name, sha, protected: kept }) => {
    const old = before.get(name)
    if (old?.sha !== sha) moved.push({ ref: name, from: old?.sha ?? null, to: sha })
    return old?.sha !== sha || old.protected !== kept
  })
  for (const name of gone) moved.push({ ref: name, from: before.get(name)?.sha ?? null, to: null })
  if (other.length > 0) await ctx.tx.rows(queries.putBranches, { ...place, rows: JSON.stringify(other) })
  if (gone.length > 0) await ctx.tx.rows(queries.dropBranches, { ...place, names: gone })
  return other.length + gone.length > 0
}

const telling = ['title', 'state', 'draft', 'author', 'head_ref', 'head_sha', 'base_ref', 'review_decision', 'url'] as const

async function recordPulls(ctx: Context, place: Place, { pulls }: HostState, moved: Moved): Promise<boolean> {
  const before = new Map((await ctx.tx.rows(queries.pullsNow, place)).map((one) => [one.number, one]))
  const isChanged = (pull: HostPull, old: HostPull | undefined) => !old || telling.some((field) => pull[field] !== old[field])
  const other = pulls.filter((pull) => isChanged(pull, before.get(pull.number)))
  // The time of the last update is stored, since the next reading starts there, but it doesn't count as a change.
  const touched = pulls.filter((pull) => moment(pull.updated_at) !== moment(before.get(pull.number)?.updated_at ?? null))
  const rows = [...new Set([...other, ...touched])]
  if (rows.length > 0) await ctx.tx.rows(queries.putPulls, { ...place, rows: JSON.stringify(rows) })
  for (const pull of other) {
    const old = before.get(pull.number)
    if (old && old.head_sha !== pull.head_sha) moved.push({ ref: `#${pull.number}`, from: old.head_sha, to: pull.head_sha })
  }
  return other.length > 0
}

async function recordChecks(ctx: Context, place: Place, { state, blobs }: Reading): Promise<boolean> {
  const before = new Map((await ctx.tx.rows(queries.checksNow, place)).map((one) => [Number(one.host_id), one]))
  const paths = [...new Set(state.checks.flatMap(({ workflow_path }) => workflow_path ?? []))]
  const ours = new Map((await ctx.tx.rows(queries.blobAt, { ...place, paths })).map(({ path, blob_sha }) => [path, blob_sha]))
  const rows = state.checks.map((check): queries.CheckRow => {
    const { workflow_path: path, head_sha } = check
    const workflow_blob = path ? (blobs.get(placeOf(head_sha, path)) ?? null) : null
    return { ...check, workflow_blob, workflow_trusted: workflow_blob !== null && ours.get(path ?? '') === workflow_blob }
  })
  const fields = ['head_sha', 'name', 'workflow_path', 'workflow_blob', 'workflow_trusted', 'event', 'status', 'conclusion', 'url'] as const
  const other = rows.filter((row) => {
    const old = before.get(row.host_id)
    return !old || fields.some((field) => old[field] !== row[field]) || moment(old.completed_at) !== moment(row.completed_at)
  })
  const there = new Set(rows.map(({ host_id }) => host_id))
  const gone = [...before.keys()].filter((id) => !there.has(id))
  if (other.length > 0) await ctx.tx.rows(queries.putChecks, { ...place, rows: JSON.stringify(other) })
  if (gone.length > 0) await ctx.tx.rows(queries.dropChecks, { ...place, ids: gone })
  return other.length + gone.length > 0
}

async function recordCommits(ctx: Context, place: Place, { commits }: Reading, prefixes: ReadonlySet<string>): Promise<boolean> {
  const rows = commits.flatMap(({ message, subject, ...commit }) => {
    const keys = keysIn(message, prefixes)
    return keys.length > 0 ? [{ ...commit, subject: subject.slice(0, 500), keys }] : []
  })
  if (rows.length === 0) return false
  return (await ctx.tx.rows(queries.putCommits, { ...place, rows: JSON.stringify(rows) })).length > 0
}
