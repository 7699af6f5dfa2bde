import type { Context } from '../../../kernel/context.ts'
import { preferencesUpdated } from './preferences.events.ts'
import { beginPreferences, lockPreferences, storePreferences, type Document, type PreferencesRow } from './preferences.queries.ts'
import { mergeChoices } from './resolve-preferences.ts'

/**
 * Merges a user's choices into their earlier ones; a choice that depends on the earlier ones is passed as a function. The transaction must
 * write to that user's own log.
 */
export async function changePreferences(
  ctx: Context,
  user: string,
  choose: Document | ((before: Document) => Document),
  check: (version: number) => void = () => {},
): Promise<PreferencesRow> {
  const now = ctx.clock.now()
  await ctx.tx.rows(beginPreferences, { user, now })
  const before = await ctx.tx.row(lockPreferences, { user })
  check(before?.version ?? 1)
  const earlier = before?.document ?? {}
  const choices = typeof choose === 'function' ? choose(earlier) : choose
  const document = mergeChoices(earlier, choices)
  const after = await ctx.tx.one(storePreferences, { user, document: JSON.stringify(document), now })
  ctx.emit(preferencesUpdated, { user_id: user, changed: Object.keys(choices) })
  ctx.target(user)
  return after
}
