import type { Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { keepProof } from '../../work/items/change-item.ts'
import { commitsOfTasks } from './checks.queries.ts'
import { proofOf } from './proof.ts'
import type { CheckReading } from './read-check.ts'
import { bindingOf } from './record-evidence.ts'
import { insertTaskEvidence, liveTaskEvidence, voidLeft } from './task-evidence.queries.ts'

/** Gives each task the results for its current commits, voids those for commits it has left, and stores the resulting proof. */
export async function settleTasks(ctx: Context, items: readonly string[], readings: readonly CheckReading[]): Promise<void> {
  if (items.length === 0) return
  for (const { id, shas } of await ctx.tx.rows(commitsOfTasks, { org: ctx.org, items })) {
    await ctx.tx.rows(voidLeft, { org: ctx.org, item: id, shas, all: false, now: ctx.clock.now() })
    for (const { check, outcome, note, url, sha, bound } of readings) {
      if (!shas.includes(sha)) continue
      await ctx.tx.rows(insertTaskEvidence, {
        org: ctx.org,
        id: newId(),
        item: id,
        check_name: check,
        ...{ outcome, rank: bound.rank, note, exit_code: null, log: null, url, commit: sha },
        ...bindingOf(bound),
        user: null,
        credential: bound.credential,
        now: ctx.clock.now(),
      })
    }
    await settleProof(ctx, id)
  }
}

/** Stores the proof that a task's live results amount to. */
export async function settleProof(ctx: Context, item: string): Promise<void> {
  await keepProof(ctx, item, proofOf(await ctx.tx.rows(liveTaskEvidence, { org: ctx.org, items: [item] })))
}

/** The commits that a task is at. */
export const commitsOfTask = async (ctx: Context, item: string): Promise<string[]> =>
  (await ctx.tx.row(commitsOfTasks, { org: ctx.org, items: [item] }))?.shas ?? []
