import type { Context } from '../../kernel/context.ts'

/** What happens to a user alone stands in the log of their personal organization, whichever one the request named. */
export function enterOwnLog(ctx: Context): void {
  if (ctx.principal.personalOrganization) ctx.enter(ctx.principal, ctx.principal.personalOrganization)
}
