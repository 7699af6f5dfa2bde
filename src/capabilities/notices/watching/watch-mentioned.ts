import type { Context } from '../../../kernel/context.ts'
import { isId } from '../../../platform/ids.ts'
import { beginWatching } from './watching.queries.ts'

/** Someone who is mentioned becomes a watcher, unless they chose not to be one. */
async function begin(ctx: Context, kind: 'item' | 'feature', subject: string, users: readonly string[]): Promise<void> {
  const ids = users.filter(isId)
  if (ids.length > 0) await ctx.tx.rows(beginWatching, { org: ctx.org, subject, kind, users: ids, now: ctx.clock.now() })
}

export const watchItemMentioned = (
  ctx: Context,
  { item, mentions }: { item: { id: string }; mentions: readonly string[] },
): Promise<void> => begin(ctx, 'item', item.id, mentions)

export const watchFeatureMentioned = (
  ctx: Context,
  { feature, mentions }: { feature: { id: string }; mentions: readonly string[] },
): Promise<void> => begin(ctx, 'feature', feature.id, mentions)
