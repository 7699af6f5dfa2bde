import { system } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { hostRefusal } from '../connections/host-access.ts'
import { healthOf } from '../repos/repos.queries.ts'
import { requireRepository, shownRepository } from '../repos/require-repository.ts'
import { readRepository } from './read-repository.ts'
import { record, recordFailure } from './record-repository.ts'
import * as contracts from './sync.contract.ts'
import { due, received, want } from './sync.queries.ts'

export const syncRepo = implement(contracts.syncRepo, {
  // It must only read: a retried call runs `prepare` again, and nothing of that may persist.
  async prepare(ctx, { repo }) {
    const found = await ctx.transaction('read', (own) => requireRepository(own, repo)).catch(refusedLater)
    return found && readRepository(ctx, found.id, 'waiting')
  },
  async handle(ctx, { repo }, outcome) {
    const { id } = await requireRepository(ctx, repo)
    if (outcome && 'failure' in outcome) {
      await recordFailure(ctx, outcome.claim, outcome.failure)
      throw hostRefusal(outcome.failure).committing()
    }
    const changed = outcome && 'reading' in outcome ? await record(ctx, outcome.reading, true) : null
    if (!changed) {
      await ctx.tx.rows(want, { org: ctx.org, id, now: ctx.clock.now() })
      await ctx.enqueue('syncRepository', { repository_id: id })
    }
    ctx.target(id)
    const { branches } = await ctx.tx.one(healthOf, { org: ctx.org, id })
    ctx.call.progress?.({ done: 4, total: 4, message: changed ? 'Synced' : 'Goes on in the background' })
    return { ...shownRepository(await requireRepository(ctx, id)), changed: changed ?? [], branches, in_background: !changed }
  },
})

/** Refusals are thrown inside the transaction, where a retried call gets its first answer. */
const refusedLater = (error: unknown): null => {
  if (error instanceof Refusal) return null
  throw error
}

export const syncRepository = implement(contracts.syncRepository, {
  prepare: (ctx, { repository_id }) => readRepository(ctx, repository_id, 'job'),
  async handle(ctx, _, outcome) {
    if ('failure' in outcome) await recordFailure(ctx, outcome.claim, outcome.failure)
    return { changed: ('reading' in outcome && (await record(ctx, outcome.reading, false))) || [] }
  },
})

const maxAtOnce = 200
const reconcileMinutes = 60
/** A repository compared with its host after this time is left alone. */
export const reconciledBefore = (now: Date): Date => new Date(now.getTime() - reconcileMinutes * 60_000)

export const reconcileRepositories = implement(contracts.reconcileRepositories, async (ctx) => {
  const now = ctx.clock.now()
  const found = await ctx.tx.rows(due, { before: reconciledBefore(now), now, max: maxAtOnce })
  for (const { org_id, repository_id } of found) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('syncRepository', { repository_id })
  }
  return { repositories: found.length }
})

export const receiveHostDelivery = implement(contracts.receiveHostDelivery, async (ctx, delivery) => {
  const found = await ctx.tx.rows(received, { ...delivery, now: ctx.clock.now() })
  const woken = found.flatMap(({ org_id, repository_id }) => (org_id && repository_id ? [{ org_id, repository_id }] : []))
  for (const { org_id, repository_id } of woken) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('syncRepository', { repository_id })
  }
  return { repositories: woken.length, repeated: found.length > woken.length }
})
