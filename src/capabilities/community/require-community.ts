import type { PhaseContext } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'

/** Unless it is said otherwise, an instance that anybody may join has a community, and one that people are invited to has none. */
function communityIsOn({ services: { config } }: Pick<PhaseContext, 'services'>): boolean {
  return config.COMMUNITY === undefined ? config.REGISTRATION === 'open' : config.COMMUNITY === 'on'
}

export function requireCommunity(ctx: Pick<PhaseContext, 'services'>): void {
  if (communityIsOn(ctx)) return
  throw new Refusal('not_found', 'Community and contact form are switched off on this instance. Its operator can set COMMUNITY=on.')
}
