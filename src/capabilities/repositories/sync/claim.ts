import type { Context, OutsideContext, TxContext } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import * as queries from './sync.queries.ts'

const minutes = 5

/**
 * Entitles a sync to record what it has read, so that an older reading never replaces a newer one. A job claims the repository, but only for
 * a limited time, so that nobody waits for one whose process died. A call that somebody waits for claims nothing, since it may be retried or
 * end before it records: it records only if nobody else has done so in the meantime.
 */
export interface Claim {
  id: string | null
  row: queries.SyncRow
}

const until = (ctx: Pick<TxContext, 'clock'>): Date => new Date(ctx.clock.now().getTime() + minutes * 60_000)

/** Null if another sync is running, which then syncs once more when it is done. */
export async function takeClaim(ctx: OutsideContext, repository: string): Promise<Claim | null> {
  const id = newId()
  // The other sync may end between the two queries; then the next attempt gets the claim.
  for (let attempts = 0; attempts < 3; attempts++) {
    const place = { org: ctx.org, id: repository, now: ctx.clock.now() }
    const taken = await ctx.transaction('write', async ({ tx }) => {
      const row = await tx.row(queries.claim, { ...place, claim: id, until: until(ctx) })
      return { row, asked: row ? undefined : await tx.row(queries.askHolder, place) }
    })
    if (taken.row) return { id, row: taken.row }
    if (taken.asked) return null
  }
  return null
}

export async function withoutClaim(ctx: OutsideContext, repository: string): Promise<Claim | null> {
  const place = { org: ctx.org, id: repository, now: ctx.clock.now() }
  const row = await ctx.transaction('read', ({ tx }) => tx.row(queries.unclaimed, place))
  return row ? { id: null, row } : null
}

/** Whether the claim is still ours, and if so extends it. Called in every transaction that stores a part. */
export async function isHeld(ctx: TxContext, { id, row }: Claim): Promise<boolean> {
  return (await ctx.tx.row(queries.holdOn, { org: ctx.org, id: row.id, claim: id, until: until(ctx) })) !== undefined
}

/** Whether what was read may be recorded; if so, locks the repository, so that nobody else records until the end of the transaction. */
export async function mayRecord(ctx: Context, { id, row }: Claim): Promise<boolean> {
  const place = { org: ctx.org, id: row.id, claim: id, seen: row.seen, now: ctx.clock.now() }
  return (await ctx.tx.row(queries.mayRecord, place)) !== undefined
}

export class ClaimLost extends Error {}
