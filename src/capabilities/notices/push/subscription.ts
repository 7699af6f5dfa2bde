import type { PhaseContext } from '../../../kernel/context.ts'
import type { Subscription } from '../../../platform/push.ts'

/** The context that the secret box binds a sealed subscription to. */
export const subscriptionPlace = (id: string): string => `push:${id}`

export const seal = (ctx: PhaseContext, id: string, subscription: Subscription): Buffer =>
  ctx.services.secretBox.seal(JSON.stringify(subscription), subscriptionPlace(id))

export const open = (ctx: PhaseContext, { id, sealed }: { id: string; sealed: Buffer }): Subscription =>
  JSON.parse(ctx.services.secretBox.open(sealed, subscriptionPlace(id)))
