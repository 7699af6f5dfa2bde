import type { OutsideContext } from '../../../kernel/context.ts'
import { HostFailure, type HostSession } from '../../../platform/code-host/code-host.ts'
import { accessTo, hostRefusal } from '../connections/host-access.ts'
import { reachable } from './evidence.queries.ts'

/** A repository at its code host. */
export interface OpenHost {
  name: string
  default_branch: string
  session: HostSession
}

/** Runs `work` with a session at a repository's code host; a failure of the host becomes one of our refusals. */
export async function withHost<T>(ctx: OutsideContext, repository: string, work: (host: OpenHost) => Promise<T>): Promise<T> {
  const known = await ctx.transaction('read', async (own) => {
    const row = await own.tx.row(reachable, { org: ctx.org, repository })
    return row && { row, access: await accessTo(own, row) }
  })
  const { row, access } = known ?? {}
  try {
    if (!row || !access) throw new HostFailure('no_access', 'Its connection to GitHub was ended. Grant access again and connect it anew.')
    return await work({ ...row, session: await ctx.services.codeHost.open(access) })
  } catch (error) {
    throw error instanceof HostFailure ? hostRefusal(error) : error
  }
}
