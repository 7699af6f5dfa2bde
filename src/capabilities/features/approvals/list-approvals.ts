import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newestEvidenceOf } from '../evidence/evidence-row.ts'
import { featuresOf } from '../features/require-feature.ts'
import { presentHeads } from '../gates/present-feature.ts'
import { linksOf } from '../../links/links.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './approvals.contract.ts'
import { waitingFor } from './approvals.queries.ts'
import { selfApprovalAllowed } from './self-approval.ts'
import { newestVerdictsOf } from './verdict-row.ts'

const shown = 20

export const listApprovals = implement(contracts.listApprovals, async (ctx, { project, snoozed, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const within = project === undefined ? null : (await requireProject(ctx, project, 'read')).id
  const role = ctx.principal.organization?.role ?? 'viewer'
  if (role === 'viewer') return { items: [], next_cursor: null }
  const self = await selfApprovalAllowed(ctx)
  const values = { org: ctx.org, user: userOf(ctx), role, self, now: ctx.clock.now(), snoozed, within, before, limit: limit + 1 }
  const { items, next_cursor } = nextPage(await ctx.tx.rows(waitingFor, values), limit, (row) => [row.id])
  const rows = await featuresOf(
    ctx,
    items.map((row) => row.id),
  )
  const heads = await presentHeads(ctx, rows)
  const requests = heads.map(async (feature, place) => {
    const { summary, recommendation, risks } = rows[place] ?? { summary: '', recommendation: '', risks: '' }
    const [evidence, verdicts, links] = await Promise.all([
      newestEvidenceOf(ctx, [feature.id], false, shown),
      newestVerdictsOf(ctx, [feature.id], false, shown),
      linksOf(ctx, { kind: 'feature', id: feature.id }),
    ])
    const tasks = links.filter((link) => link.kind === 'task')
    const spec = links.find((link) => link.kind === 'spec') ?? null
    const snoozed_until = items.find((row) => row.id === feature.id)?.snoozed_until ?? null
    const request = { summary, recommendation, risks, evidence, verdicts, tasks, spec }
    return { feature, gate: feature.gate ?? '', ...request, self_approval: self, snoozed_until }
  })
  return { items: await Promise.all(requests), next_cursor }
})
