import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { gatesCheck } from '../../features/evidence/read-check.ts'
import { featuresOf } from '../../features/features/require-feature.ts'
import { presentHeads } from '../../features/gates/present-feature.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireRepository } from '../repos/require-repository.ts'
import * as contracts from './pulls.contract.ts'
import { featuresOfPulls, foundPulls, pulls, type FoundPullRow } from './pulls.queries.ts'

const newest = ['9999-12-31T00:00:00Z', 2_147_483_647] as const

export const listPullRequests = implement(contracts.listPullRequests, async (ctx, { repo, state, limit, cursor }) => {
  const { id } = await requireRepository(ctx, repo)
  const [time, number] = decodeCursor(cursor, ['time', 'number']) ?? newest
  const rows = await ctx.tx.rows(pulls, { org: ctx.org, id, state: state ?? null, time, number, limit: limit + 1 })
  return nextPage(rows, limit, (row) => [row.updated_at, row.number])
})

export const findPullRequests = implement(
  contracts.findPullRequests,
  async (ctx, { project: name, repo, state, author, limit, cursor }) => {
    const project = name === undefined ? null : (await requireProject(ctx, name, 'read')).id
    const repository = repo === undefined ? null : (await requireRepository(ctx, repo)).id
    const [time, number, before] = decodeCursor(cursor, ['time', 'number', 'id']) ?? [...newest, lastId]
    const wanted = { project, repository, state: state ?? null, author: author ?? null, ours: gatesCheck }
    const rows = await ctx.tx.rows(foundPulls, { org: ctx.org, ...wanted, time, number, before, limit: limit + 1 })
    const { items, next_cursor } = nextPage(rows, limit, (row) => [row.updated_at, row.number, row.repository_id])
    const features = await featuresBehind(ctx, items)
    const shown = items.map(({ checks_passed: passed, checks_failed: failed, checks_running: running, ...row }) => ({
      ...row,
      checks: { passed, failed, running },
      features: features(row),
    }))
    return { items: shown, next_cursor }
  },
)

/** The features of each of these, read in one go. */
async function featuresBehind(ctx: Context, rows: readonly FoundPullRow[]) {
  const found = await ctx.tx.rows(featuresOfPulls, {
    org: ctx.org,
    repositories: rows.map(({ repository_id }) => repository_id),
    numbers: rows.map((row) => row.number),
    heads: rows.map(({ head_sha }) => head_sha),
  })
  const ids = [...new Set(found.map(({ id }) => id))]
  const heads = new Map((await presentHeads(ctx, await featuresOf(ctx, ids))).map((head) => [head.id, head]))
  return ({ repository_id, number }: Pick<FoundPullRow, 'repository_id' | 'number'>) =>
    found.filter((one) => one.repository_id === repository_id && one.number === number).flatMap(({ id }) => heads.get(id) ?? [])
}
