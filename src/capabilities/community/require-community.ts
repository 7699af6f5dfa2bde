import type { PhaseContext } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'

/** By default, an instance that anybody may join has a community, and any other has none. */
function communityIsOn({ services: { config, settings } }: Pick<PhaseContext, 'services'>): boolean {
  return config.COMMUNITY === undefined ? settings.get('registration').mode === 'open' : config.COMMUNITY === 'on'
}

export function requireCommunity(ctx: Pick<PhaseContext, 'services'>): void {
  if (communityIsOn(ctx)) return
  throw new Refusal('not_found', 'Community and contact form are switched off on this instance. Its operator can set COMMUNITY=on.')
}
