import { clientFor } from '../../../data/client.ts'

const key = 'baton.host-login'

interface Begun {
  state: string
  organization: string
}

/** Leaves for GitHub; this tab remembers for which organization. */
export async function beginLogin(organization: string): Promise<void> {
  const { url, state } = await clientFor(organization).beginHostLogin({})
  sessionStorage.setItem(key, JSON.stringify({ state, organization } satisfies Begun))
  location.assign(url)
}

/** For which organization the login of this state was begun here; null where it was begun elsewhere, or finished. */
export function organizationOf(state: string | null): string | null {
  const kept = sessionStorage.getItem(key)
  const begun = kept ? (JSON.parse(kept) as Begun) : null
  return begun && begun.state === state ? begun.organization : null
}

export const forgetLogin = (): void => sessionStorage.removeItem(key)
