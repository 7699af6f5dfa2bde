import type { Context } from '../../../kernel/context.ts'
import type { FeatureRow } from '../features/feature-row.ts'
import { atCommits } from '../features/features.queries.ts'
import { checksOfHeads, repositoriesOfProject, tasksOfRepository } from './checks.queries.ts'
import { readChecks, type CheckReading } from './read-check.ts'
import { isBeforeCode, storeEvidence } from './record-evidence.ts'
import { settleTasks } from './settle-tasks.ts'

/** Turns the checks of a repository for these commits into evidence for the features and tasks that are at them. */
export async function proveByChecks(ctx: Context, repository: string, shas: readonly string[]): Promise<void> {
  if (shas.length === 0) return
  const readings = await readingsOf(ctx, [repository], shas)
  if (readings.length > 0) {
    const features = await ctx.tx.rows(atCommits, { org: ctx.org, repository, shas })
    for (const feature of features) await store(ctx, feature, readings)
  }
  const tasks = await ctx.tx.rows(tasksOfRepository, { org: ctx.org, repository, shas })
  await settleTasks(
    ctx,
    tasks.map(({ id }) => id),
    readings,
  )
}

/** Records what is already known about the commit that a locked feature has moved to. */
export async function proveFeature(ctx: Context, feature: FeatureRow): Promise<void> {
  if (feature.commit === null) return
  const repositories = await ctx.tx.rows(repositoriesOfProject, { org: ctx.org, project: feature.project_id })
  if (repositories.length === 0) return
  const ids = repositories.map(({ id }) => id)
  await store(ctx, feature, await readingsOf(ctx, ids, [feature.commit]))
}

async function readingsOf(ctx: Context, repositories: readonly string[], shas: readonly string[]): Promise<CheckReading[]> {
  return readChecks(await ctx.tx.rows(checksOfHeads, { org: ctx.org, repositories, shas }), ctx.services.config.CODEHOST_ACTIONS_APP)
}

async function store(ctx: Context, feature: FeatureRow, readings: readonly CheckReading[]): Promise<void> {
  for (const { check, outcome, note, url, sha, bound } of readings) {
    // A check that the workflow requires before there is code is about the spec, even if a CI job has the same name.
    if (sha !== feature.commit || isBeforeCode(feature, check)) continue
    const said = { check, outcome, note, url: url ?? undefined, rank: bound.rank, before_code: false, commit: sha }
    await storeEvidence(ctx, feature, said, bound)
  }
}
