import type { Context } from '../../../kernel/context.ts'
import { lastId } from '../../paging.ts'
import { newId } from '../../../platform/ids.ts'
import type { Rank } from '../workflows/gate.ts'
import type { Bound } from './read-check.ts'
import { bindingOf, rankOf, requireSubstance, type Claim } from './record-evidence.ts'
import { settleProof } from './settle-tasks.ts'
import { insertTaskEvidence, taskEvidence, voidLeft, type TaskEvidenceRow } from './task-evidence.queries.ts'

/** Stores a result about a locked task. It is about one commit: results about other commits no longer count. */
export async function recordTaskEvidence(
  ctx: Context,
  task: { id: string; project_id: string },
  said: Claim,
  commit: string,
  bound?: Bound,
  /** The rank that a receipt has earned, whoever submits it. */
  witnessed?: Rank,
): Promise<TaskEvidenceRow> {
  requireSubstance(said)
  await ctx.tx.rows(voidLeft, { org: ctx.org, item: task.id, shas: [commit], all: true, now: ctx.clock.now() })
  const row = await ctx.tx.one(insertTaskEvidence, {
    org: ctx.org,
    id: newId(),
    item: task.id,
    check_name: said.check,
    outcome: said.outcome,
    rank: bound?.rank ?? witnessed ?? (await rankOf(ctx, task.project_id, said)),
    note: said.note ?? '',
    exit_code: said.exit_code ?? null,
    log: said.log ?? null,
    url: said.url ?? null,
    commit,
    ...bindingOf(bound),
    user: bound ? null : ctx.principal.user,
    credential: bound?.credential ?? ctx.principal.credential.kind,
    now: ctx.clock.now(),
  })
  await settleProof(ctx, task.id)
  ctx.target(task.id)
  return row
}

/** All results about a task, newest first; `before` is the cursor, the id to continue from. */
export const taskEvidenceOf = (ctx: Context, item: string, before: string | undefined, limit: number): Promise<TaskEvidenceRow[]> =>
  ctx.tx.rows(taskEvidence, { org: ctx.org, item, before: before ?? lastId, limit })
