import { clientFor } from '../../../data/client.ts'

const key = 'baton.host-login'

interface Begun {
  state: string
  organization: string
}

/** Redirects to GitHub; this tab remembers for which organization. */
export async function beginLogin(organization: string): Promise<void> {
  const { url, state } = await clientFor(organization).beginHostLogin({})
  sessionStorage.setItem(key, JSON.stringify({ state, organization } satisfies Begun))
  location.assign(url)
}

/** The organization for which the login with this state was started here; null if it was started elsewhere, or is finished. */
export function organizationOf(state: string | null): string | null {
  const kept = sessionStorage.getItem(key)
  const begun = kept ? (JSON.parse(kept) as Begun) : null
  return begun && begun.state === state ? begun.organization : null
}

export const forgetLogin = (): void => sessionStorage.removeItem(key)
