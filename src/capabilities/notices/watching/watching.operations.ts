import { userOf, type Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireFeature } from '../../features/features/require-feature.ts'
import { peopleById } from '../../organizations/organizations/people.ts'
import { requireAnyItem } from '../../work/items/require-any-item.ts'
import * as contracts from './watching.contract.ts'
import { watcherChanged } from './watching.events.ts'
import { choose, watchersOf } from './watching.queries.ts'

interface Subject {
  id: string
  project_id: string
}

export const watchItem = implement(contracts.watchItem, async (ctx, { item, kind, watching }) =>
  setWatching(ctx, 'item', await requireAnyItem(ctx, item, 'read', kind), watching),
)

export const listItemWatchers = implement(contracts.listItemWatchers, async (ctx, { item, kind }) =>
  showWatchers(ctx, await requireAnyItem(ctx, item, 'read', kind)),
)

export const watchFeature = implement(contracts.watchFeature, async (ctx, { feature, watching }) =>
  setWatching(ctx, 'feature', await requireFeature(ctx, feature, 'read'), watching),
)

export const listFeatureWatchers = implement(contracts.listFeatureWatchers, async (ctx, { feature }) =>
  showWatchers(ctx, await requireFeature(ctx, feature, 'read')),
)

async function setWatching(ctx: Context, kind: 'item' | 'feature', { id, project_id }: Subject, watching: boolean) {
  const user = userOf(ctx)
  ctx.target(id)
  // A choice that changes nothing now is stored too, so that nothing that happens later overrides it.
  const chosen = await ctx.tx.row(choose, { org: ctx.org, subject: id, user, kind, watching, now: ctx.clock.now() })
  if (chosen) ctx.emit(watcherChanged, { watcher: { user_id: user, subject_id: id, project_id, watching } })
  return showWatchers(ctx, { id })
}

async function showWatchers(ctx: Context, { id }: Pick<Subject, 'id'>) {
  const rows = await ctx.tx.rows(watchersOf, { org: ctx.org, subjects: [id] })
  const people = await peopleById(
    ctx,
    rows.map(({ user_id }) => user_id),
  )
  return {
    watching: rows.some(({ user_id }) => user_id === ctx.principal.user),
    watchers: rows.flatMap(({ user_id }) => people.get(user_id) ?? []),
  }
}
