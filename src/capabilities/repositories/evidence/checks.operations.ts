import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { recordEvidence, type Claim } from '../../features/evidence/record-evidence.ts'
import { recordTaskEvidence, taskEvidenceOf } from '../../features/evidence/record-task-evidence.ts'
import { commitsOfTask } from '../../features/evidence/settle-tasks.ts'
import { requireFeatureOf, requireWaiting } from '../../features/features/require-feature.ts'
import { decodeCursor, nextPage } from '../../paging.ts'
import { requireItem, requireTaskOf } from '../../work/items/require-item.ts'
import { bindJob, type JobBinding } from './bind-job.ts'
import * as contracts from './checks.contract.ts'

/** Called by the job of a CI run with a token of its code host, or by a build server with its key. */
export const reportCheck = implement(contracts.reportCheck, {
  prepare: bindJob,
  async handle(ctx, { feature: name, commit, ...said }, job) {
    if (!job) return recordEvidence(ctx, (await requireWaiting(ctx, name)).feature, said, commit)
    const feature = await requireFeatureOf(ctx, job.bound.repository_id, name)
    return recordEvidence(ctx, feature, withRun(said, job), requireOwnCommit(job, commit), job.bound)
  },
})

export const reportTaskCheck = implement(contracts.reportTaskCheck, {
  prepare: bindJob,
  async handle(ctx, { task: name, commit, ...said }, job) {
    if (!job) {
      const task = await requireItem(ctx, 'task', name, 'write')
      if (commit === undefined) throw new Refusal('invalid', 'commit: name the commit this is about.')
      return recordTaskEvidence(ctx, task, said, commit)
    }
    const task = await requireTaskOf(ctx, job.bound.repository_id, name)
    // A run proves something about a task only if its commit is known to belong to the task.
    const isOurs = (await commitsOfTask(ctx, task.id)).includes(job.head)
    const bound = isOurs ? job.bound : ({ ...job.bound, rank: 'reported' } as const)
    return recordTaskEvidence(ctx, task, withRun(said, job), requireOwnCommit(job, commit), bound)
  },
})

export const listTaskChecks = implement(contracts.listTaskChecks, async (ctx, { task: name, limit, cursor }) => {
  const { id } = await requireItem(ctx, 'task', name, 'read')
  const [before] = decodeCursor(cursor, ['id']) ?? []
  return nextPage(await taskEvidenceOf(ctx, id, before, limit + 1), limit, (row) => [row.id])
})

/** A job may name the commit it built or the head of its pull request; the result is about the head. */
function requireOwnCommit({ head, sha }: JobBinding, commit: string | undefined): string {
  if (commit === undefined || commit === head || commit === sha) return head
  throw new Refusal('conflict', `This job ran for ${head}, not for ${commit}. Leave commit out, or name the one it ran for.`)
}

/** Links to the run itself unless its job gave another URL. */
const withRun = (said: Claim, { run_url }: JobBinding): Claim => ({ ...said, url: said.url ?? run_url })
