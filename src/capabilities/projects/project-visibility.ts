import type { Context, TxContext } from '../../kernel/context.ts'
import type { Database } from '../../platform/postgres.ts'
import {
  hiddenFrom as hidden,
  hiddenProjects,
  onlyReads,
  projectIdsOfTeam,
  projectsOfWorkspace,
  whoSee,
  type ProjectRow,
} from './projects.queries.ts'

/** For each of these users, the private projects they may not see. For what is sent on somebody's behalf in their absence. */
export async function hiddenFrom(ctx: Context, users: readonly string[]): Promise<(user: string) => ReadonlySet<string>> {
  const rows = users.length === 0 ? [] : await ctx.tx.rows(hidden, { org: ctx.org, users: [...new Set(users)] })
  const byUser = Map.groupBy(rows, (row) => row.user_id)
  return (user) => new Set(byUser.get(user)?.map((row) => row.project_id))
}

/** Which of these users may see this project. For notifying people of something they did not ask for. */
export async function membersWhoSee(ctx: Context, project: string, users: readonly string[]): Promise<string[]> {
  if (users.length === 0) return []
  return (await ctx.tx.rows(whoSee, { org: ctx.org, project, users })).map((row) => row.user_id)
}

/** The private projects of an organization that this user may not see, deleted ones included. */
export async function hiddenProjectsOf(database: Database, org: string, user: string): Promise<ReadonlySet<string>> {
  const rows = await database.withRealm('organization', { org, user }, 'read', (tx) => tx.rows(hiddenProjects, { org }))
  return new Set(rows.map((row) => row.id))
}

/** The projects of a workspace that the caller can see, after a given id. */
export const projectsIn = (ctx: TxContext, workspace: string, after: string, limit: number): Promise<ProjectRow[]> =>
  ctx.tx.rows(projectsOfWorkspace, { org: ctx.org, workspace, after, limit })

/** The projects that a team has access to, limited to those the caller can see. */
export const projectIdsIn = async (ctx: TxContext, team: string): Promise<string[]> =>
  (await ctx.tx.rows(projectIdsOfTeam, { org: ctx.org, team })).map(({ id }) => id)

/** Whether the caller may read a project but not change it. */
export const isReadOnly = async (ctx: TxContext, { id, visibility }: ProjectRow): Promise<boolean> =>
  (await ctx.tx.one(onlyReads, { visibility, project: id })).read_only
