import type { Context } from '../../../kernel/context.ts'
import type { HostPull } from '../../../platform/code-host/code-host.ts'
import { repositorySynced, type SyncedPart } from '../repos/repos.events.ts'
import { projectsOf } from '../repos/repos.queries.ts'
import { putLinks, putPulls } from '../sync/sync.queries.ts'

/** Records a pull request opened through Baton, with the tasks it is for, as a sync would have done. */
export async function recordPull(
  ctx: Context,
  { id, name }: { id: string; name: string },
  pull: HostPull,
  tasks: readonly { id: string }[] = [],
): Promise<void> {
  const place = { org: ctx.org, id }
  await ctx.tx.rows(putPulls, { ...place, rows: JSON.stringify([pull]) })
  const links = tasks.map((task) => ({ item_id: task.id, kind: 'pull_request', ref: String(pull.number) }))
  if (links.length > 0) await ctx.tx.rows(putLinks, { ...place, rows: JSON.stringify(links) })
  const changed: SyncedPart[] = ['pull_requests', 'links']
  for (const project of await ctx.tx.rows(projectsOf, { org: ctx.org, repository: id }))
    ctx.emit(repositorySynced, { repository: { id, name }, project_id: project.id, changed, moved: [] })
  ctx.target(id)
}
