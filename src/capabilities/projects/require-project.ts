import type { TxContext } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import type { Column } from '../../platform/together.ts'
import { namesHere } from '../names-here.ts'
import * as queries from './projects.queries.ts'
import type { ProjectRow } from './projects.queries.ts'

/** A project the caller may see, by slug, key, name or id, or by a slug that it had. */
export async function findProject(ctx: TxContext, name: string): Promise<ProjectRow | undefined> {
  if (isId(name)) return (await ctx.tx.row(queries.projectById, { org: ctx.org, name })) ?? named(ctx, name)
  const known = (await ctx.tx.row(queries.projectBySlug, { org: ctx.org, name })) ?? (await named(ctx, name))
  return known ?? ctx.tx.row(queries.projectFormerly, { org: ctx.org, name })
}

/** The project of something that the caller is already known to see. */
export const projectOf = (ctx: TxContext, id: string | Column): Promise<ProjectRow | undefined> =>
  ctx.tx.row(queries.projectById, { org: ctx.org, name: id })

/** For writing, the project must not be archived. */
export async function requireProject(ctx: TxContext, name: string, purpose: 'read' | 'write'): Promise<ProjectRow> {
  const project = await findProject(ctx, name)
  if (!project) throw notFound('project', name, await projectsHere(ctx))
  if (purpose === 'write' && project.archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: {archiveProject with restore: true}.')
  }
  return project
}

async function named(ctx: TxContext, name: string): Promise<ProjectRow | undefined> {
  const [first, second] = await ctx.tx.rows(queries.projectsNamed, { org: ctx.org, name })
  return second && first?.key !== name.toUpperCase() ? undefined : first
}

async function projectsHere(ctx: TxContext): Promise<string> {
  const rows = await ctx.tx.rows(queries.projectSlugs, { org: ctx.org })
  if (rows.length === 0) return 'There is none yet: create one with {createProject}.'
  return namesHere(
    'Projects',
    rows.map(({ slug }) => slug),
    'Use {listProjects}.',
  )
}
