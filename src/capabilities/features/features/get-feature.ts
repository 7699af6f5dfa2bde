import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { activityOfSubject } from '../../log/recent-activity.ts'
import { newestVerdictsOf } from '../approvals/verdict-row.ts'
import { newestEvidenceOf } from '../evidence/evidence-row.ts'
import { presentFeature } from '../gates/present-feature.ts'
import { backlinksOf, linksOf } from '../../links/links.ts'
import { peopleById } from '../../organizations/organizations/people.ts'
import { authorsOf } from './authors.ts'
import * as contracts from './features.contract.ts'
import { commits } from './features.queries.ts'
import { requireFeature } from './require-feature.ts'

const shown = 20

/** Everything a feature's page shows, in one call; voided records are included and marked as such. */
export const getFeature = implement(contracts.getFeature, async (outer, { feature: name, project }) => {
  const row = await requireFeature(outer, name, 'read', project)
  const ctx = together(outer)
  const place = { kind: 'feature', id: row.id } as const
  const [feature, evidence, verdicts, authors, reported, links, backlinks, history] = await Promise.all([
    presentFeature(ctx, row),
    newestEvidenceOf(ctx, [row.id], true, shown),
    newestVerdictsOf(ctx, [row.id], true, shown),
    namedAuthors(ctx, row.id),
    ctx.tx.rows(commits, { org: ctx.org, id: row.id }),
    linksOf(ctx, place),
    backlinksOf(ctx, place, row.deleted_at ? undefined : { ref: row.ref, title: row.title }),
    activityOfSubject(ctx, row.id, shown),
  ])
  const tasks = links.filter((link) => link.kind === 'task')
  return {
    ...feature,
    requirements: row.gates,
    authors,
    evidence,
    verdicts,
    commits: reported,
    tasks,
    task_progress: progress(tasks.map((task) => task.status)),
    spec: links.find((link) => link.kind === 'spec') ?? null,
    backlinks,
    history,
  }
})

async function namedAuthors(ctx: Context, feature: string) {
  const authors = await authorsOf(ctx, [feature])
  const people = await peopleById(
    ctx,
    authors.map(({ user_id }) => user_id),
  )
  return authors.map(({ user_id, why }) => ({ user_id, handle: people.get(user_id)?.handle ?? null, why }))
}

function progress(statuses: readonly (string | null)[]) {
  if (statuses.length === 0) return 'not tracked: no task is linked' as const
  const count = (status: string) => statuses.filter((one) => one === status).length
  const [complete, cancelled] = [count('complete'), count('cancelled')]
  return { complete, cancelled, open: statuses.length - complete - cancelled }
}
