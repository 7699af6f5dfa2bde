import type { Config } from '../../platform/config.ts'

/** Whom a passkey is made for: the public origin, so that no other site can ask for it. */
export function relyingParty(config: Config): { name: string; id: string; origin: string } {
  const { hostname, origin } = new URL(config.APP_URL)
  return { name: 'Baton', id: hostname, origin }
}
