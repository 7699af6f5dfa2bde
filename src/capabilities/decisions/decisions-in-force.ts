import type { Context } from '../../kernel/context.ts'
import { acceptedFor } from './decisions.queries.ts'

/** What was decided and holds, newest first: of the project and of the organization itself, as far as the caller may see. */
export const decisionsInForce = (ctx: Context, project: string | null, limit: number) => ctx.tx.rows(acceptedFor, [ctx.org, limit, project])
