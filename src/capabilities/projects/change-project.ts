import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { changedFields } from '../changed-fields.ts'
import { projectUpdated } from './projects.events.ts'
import * as queries from './projects.queries.ts'
import type { ProjectRow } from './projects.queries.ts'

type Changing = 'slug' | 'name' | 'description' | 'settings' | 'visibility' | 'archived_at' | 'deleted_at' | 'shared_slug' | 'shared_parts'
type Changes = Partial<Pick<ProjectRow, Changing>>

/** Stores the given fields, reports which of them really changed, and keeps the public snapshot in sync. */
export async function changeProject(ctx: Context, before: ProjectRow, changes: Changes, version?: number): Promise<ProjectRow> {
  if (version !== undefined && version !== before.version) {
    throw new Refusal('stale_version', 'Someone changed this project in the meantime. Read it again and retry.')
  }
  const changed = changedFields(before, changes)
  ctx.target(before.id)
  if (changed.length === 0) return before
  const named = Object.fromEntries(changed.map((field) => [field, changes[field]])) as Changes
  const at = ctx.clock.now().toISOString()
  const after: ProjectRow = { ...before, ...named, updated_at: at, version: before.version + 1 }
  await ctx.tx.rows(queries.updateProject, {
    org: ctx.org,
    id: after.id,
    slug: after.slug,
    name: after.name,
    description: after.description,
    settings: after.settings,
    visibility: after.visibility,
    archived_at: after.archived_at,
    deleted_at: after.deleted_at,
    shared_slug: after.shared_slug,
    shared_parts: after.shared_parts,
    now: at,
  })
  await publishSnapshot(ctx, after)
  ctx.emit(projectUpdated, { project: after, changed })
  return after
}

/** The public sees only these fields and the chosen parts; an unshared project has no snapshot. What was counted for a part is kept. */
async function publishSnapshot(ctx: Context, project: ProjectRow): Promise<void> {
  if (!project.shared_slug || project.deleted_at) return void (await ctx.tx.rows(queries.unpublish, { org: ctx.org, project: project.id }))
  const fields = { slug: project.slug, name: project.name, description: project.description, parts: project.shared_parts }
  await ctx.tx.rows(queries.publish, {
    org: ctx.org,
    shared_slug: project.shared_slug,
    project: project.id,
    fields,
    updated_at: project.updated_at,
  })
}
