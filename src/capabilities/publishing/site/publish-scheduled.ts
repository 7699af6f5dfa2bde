import { implement } from '../../../kernel/operation.ts'
import { showEntry } from './change-entry.ts'
import * as contracts from './entries.contract.ts'
import * as queries from './entries.queries.ts'

const atOnce = 50

/**
 * Runs every minute, and once at the time of each entry. Rows are locked with `skip locked`, and a later run finds them published already:
 * however many workers there are, each entry is published once. Its date is the scheduled one, not the time at which the worker ran.
 */
export const publishScheduled = implement(contracts.publishScheduled, async (ctx) => {
  const now = ctx.clock.now()
  const due = await ctx.tx.rows(queries.dueEntries, { now, limit: atOnce })
  for (const entry of due) {
    const { id, slug, title, summary, body, revision, deleted_at } = entry
    const published_at = entry.published_at ?? entry.publish_at
    await ctx.tx.rows(queries.updateEntry, {
      id,
      slug,
      title,
      summary,
      body,
      status: 'published',
      publish_at: null,
      published_at,
      author: entry.author.id,
      category: entry.category?.id ?? null,
      revision,
      deleted_at,
      now,
    })
    await showEntry(ctx, { ...entry, status: 'published', publish_at: null, published_at, updated_at: now.toISOString() })
  }
  return { published: due.map(({ id }) => id), next: due.length === atOnce ? {} : null }
})
