import type { TxContext } from '../../../kernel/context.ts'
import { deadMilliseconds } from '../../../platform/tunnel-protocol.ts'
import { checkoutsOf, repositoriesOf, type CheckoutRow } from './checkouts.queries.ts'

/** A machine must have been seen after this to count as connected. */
export const aliveSince = ({ clock }: Pick<TxContext, 'clock'>): Date => new Date(clock.now().getTime() - deadMilliseconds)

export const checkoutsIn = (ctx: TxContext, workspaces: readonly string[], machine: string | null = null): Promise<CheckoutRow[]> =>
  ctx.tx.rows(checkoutsOf, { org: ctx.org, workspaces: [...workspaces], machine, alive: aliveSince(ctx) })

/**
 * Where tasks of each project of a workspace can run now: connected machines with a checkout of its repository. A project without a repository
 * of its own runs in checkouts that name none.
 */
export async function runnableIn(ctx: TxContext, workspace: string, checkouts: readonly CheckoutRow[]) {
  const projects = await ctx.tx.rows(repositoriesOf, { org: ctx.org, workspace })
  return projects.map(({ repositories, ...project }) => {
    const fits = ({ repository }: CheckoutRow) =>
      repository === null ? repositories.length === 0 : repositories.includes(repository.toLowerCase())
    const fitting = checkouts.filter(fits)
    const machines = fitting
      .filter(({ machine }) => machine.online)
      .map(({ id, machine, path, branch, dirty_files }) => ({
        id: machine.id,
        name: machine.name,
        checkout_id: id,
        path,
        branch,
        dirty: dirty_files.length > 0,
      }))
    const why_not = fitting.length === 0 ? ('no_checkout' as const) : ('offline' as const)
    return { project, can_run: machines.length > 0, why_not: machines.length > 0 ? null : why_not, machines }
  })
}
