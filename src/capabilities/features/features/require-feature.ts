import type { Context, TxContext } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { namesHere } from '../../names-here.ts'
import { lastId } from '../../paging.ts'
import type { Gate } from '../workflows/gate.ts'
import type { FeatureRow, FoundFeature } from './feature-row.ts'
import * as queries from './features.queries.ts'
import { conditions, featuresById, linkableByIds, linkableByRefs } from './features.queries.ts'

const maxNamed = 5

type Purpose = 'read' | 'write' | 'restore'

/** A feature the caller may see, by ref or id, and in the given project if there is one; its row is locked unless it is only read. */
export async function requireFeature(ctx: Context, name: string, purpose: Purpose, project?: string): Promise<FoundFeature> {
  const byId = isId(name)
  const statement =
    purpose === 'read' ? (byId ? queries.featureById : queries.featureByRef) : byId ? queries.lockedById : queries.lockedByRef
  const row = await ctx.tx.row(statement, { org: ctx.org, name: byId ? name : name.toUpperCase(), deleted: purpose === 'restore' })
  const elsewhere = project !== undefined && project !== row?.project_slug && project !== row?.project_id
  if (!row || elsewhere) throw await missing(ctx, name)
  if (purpose !== 'read' && row.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: {archiveProject with restore: true}.')
  }
  return row
}

async function missing(ctx: Context, name: string): Promise<Refusal> {
  const newest = await ctx.tx.rows(queries.features, {
    org: ctx.org,
    project: null,
    status: null,
    gate: null,
    milestone: null,
    before: lastId,
    limit: maxNamed,
  })
  const refs = newest.map(({ ref }) => ref)
  return notFound('feature', name, namesHere('Newest', refs, 'Use {listFeatures} to find its ref.'))
}

/** An active feature, locked, with its current gate; `gate` is where the caller believes it is. */
export async function requireWaiting(ctx: Context, name: string, gate?: string): Promise<{ feature: FoundFeature; gate: Gate }> {
  const feature = await requireFeature(ctx, name, 'write')
  const current = requireUnderWay(feature)
  if (gate !== undefined && gate !== current.key) {
    throw new Refusal('conflict', `${feature.ref} is at the gate ${current.key}, not at ${gate}. Read it again with {getFeature}.`, {
      gate: current.key,
    })
  }
  return { feature, gate: current }
}

/** An active feature of the projects that a repository is connected to, locked: for a program that acts for no user. */
export async function requireFeatureOf(ctx: Context, repository: string, name: string): Promise<FoundFeature> {
  const feature = await ctx.tx.row(queries.lockedOfRepository, { org: ctx.org, repository, name: isId(name) ? name : name.toUpperCase() })
  if (!feature) throw notFound('feature', name, 'A CI job reaches what belongs to the projects that its repository is connected to.')
  requireUnderWay(feature)
  return feature
}

/** The features of a repository's projects that are at a commit, for callers that act for the repository. */
export const featuresAtCommit = (ctx: TxContext, repository: string, sha: string): Promise<FeatureRow[]> =>
  ctx.tx.rows(queries.shownAt, { org: ctx.org, repository, sha })

/** The current gate of a feature; refuses one that isn't active. */
function requireUnderWay(feature: FoundFeature): Gate {
  const current = currentGate(feature)
  if (!current) throw new Refusal('conflict', `${feature.ref} is ${feature.status}. ${next[feature.status]}`)
  return current
}

const next: Record<string, string> = {
  complete: 'What has shipped stays as it shipped; create a new feature.',
  cancelled: 'Restore it first: {restoreFeature}.',
}

const currentGate = (feature: Pick<FoundFeature, 'status' | 'gates' | 'position'>): Gate | undefined =>
  feature.status === 'active' ? feature.gates[feature.position] : undefined

/** Whatever is said about code is about one commit, and the caller must know which: another may have been reported a moment ago. */
export function requireCommit(feature: FoundFeature, commit: string | undefined): string {
  const now = feature.commit
  if (now === null)
    throw new Refusal('conflict', `${feature.ref} has no commit yet. Report it first: {advanceFeature with commit|reportCommit}.`)
  if (commit === undefined) throw new Refusal('invalid', 'commit: name the commit this is about; {getFeature} shows where the feature is.')
  if (commit === now) return now
  throw new Refusal('conflict', `${feature.ref} is at another commit, ${now}. Look at that one, or report yours first.`, { commit: now })
}

/** These features in this order, without a visibility check: the caller must have passed one. */
export async function featuresOf(ctx: Context, ids: readonly string[]): Promise<FeatureRow[]> {
  const rows = new Map((await ctx.tx.rows(featuresById, { org: ctx.org, ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** The linked spec and the open linked tasks of each of these features. */
export const conditionsOf = (ctx: TxContext, ids: readonly string[]) => ctx.tx.rows(conditions, { org: ctx.org, ids })

/** Features as endpoints of links. */
export const linkableFeatures = {
  byNames: (ctx: Context, names: readonly string[]) =>
    ctx.tx.rows(linkableByRefs, { org: ctx.org, refs: names.map((name) => name.toUpperCase()), names }),
  byIds: (ctx: Context, ids: readonly string[]) => ctx.tx.rows(linkableByIds, { org: ctx.org, ids }),
}
