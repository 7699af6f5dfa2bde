import type { Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { namesHere } from '../names-here.ts'
import { lastId } from '../paging.ts'
import type { Gate } from '../workflows/gate.ts'
import * as queries from './features.queries.ts'
import type { FoundFeature } from './feature-row.ts'

const mostNamed = 5

type Purpose = 'read' | 'write' | 'restore'

/** A feature the caller may see, by ref or id, in the project named if one is; for writing its row is locked. */
export async function requireFeature(ctx: Context, name: string, purpose: Purpose, project?: string): Promise<FoundFeature> {
  const byId = isId(name)
  const statement =
    purpose === 'read' ? (byId ? queries.featureById : queries.featureByRef) : byId ? queries.lockedById : queries.lockedByRef
  const row = await ctx.tx.row(statement, [ctx.org, byId ? name : name.toUpperCase(), purpose === 'restore'])
  const elsewhere = project !== undefined && project !== row?.project_slug && project !== row?.project_id
  if (!row || elsewhere) throw await missing(ctx, name)
  if (purpose !== 'read' && row.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: archive_project with restore: true.')
  }
  return row
}

async function missing(ctx: Context, name: string): Promise<Refusal> {
  const newest = await ctx.tx.rows(queries.features, [ctx.org, null, null, null, lastId, mostNamed])
  const refs = newest.map(({ ref }) => ref)
  return notFound('feature', name, namesHere('Newest', refs, 'Use list_features to find its ref.'))
}

/** One that is under way, locked, and the gate it stands at; `gate` is where the caller believes it stands. */
export async function requireWaiting(ctx: Context, name: string, gate?: string): Promise<{ feature: FoundFeature; gate: Gate }> {
  const feature = await requireFeature(ctx, name, 'write')
  const current = currentGate(feature)
  if (!current) throw new Refusal('conflict', `${feature.ref} is ${feature.status}. ${next[feature.status]}`)
  if (gate !== undefined && gate !== current.key) {
    throw new Refusal('conflict', `${feature.ref} stands at the gate ${current.key}, not at ${gate}. Read it again with get_feature.`, {
      gate: current.key,
    })
  }
  return { feature, gate: current }
}

const next: Record<string, string> = {
  complete: 'What has shipped stays as it shipped; create a new feature.',
  cancelled: 'Restore it first: POST /api/features/:id/restore.',
}

export const currentGate = (feature: Pick<FoundFeature, 'status' | 'gates' | 'position'>): Gate | undefined =>
  feature.status === 'active' ? feature.gates[feature.position] : undefined

/** What is said of code is said of one commit, and the caller must know which: another may have been reported a moment ago. */
export function requireCommit(feature: FoundFeature, commit: string | undefined): string {
  const now = feature.commit
  if (now === null)
    throw new Refusal(
      'conflict',
      `${feature.ref} has no commit yet. Report it first: advance_feature with commit, or POST /api/features/:id/commits.`,
    )
  if (commit === undefined) throw new Refusal('invalid', 'commit: name the commit this is about; get_feature shows where the feature is.')
  if (commit === now) return now
  throw new Refusal('conflict', `${feature.ref} is at another commit, ${now}. Look at that one, or report yours first.`, { commit: now })
}
