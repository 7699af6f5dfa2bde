import type { Output } from '@baton/client'

/** An administrator acting as another user, in this tab only. */
interface Impersonation {
  id: string
  ends_at: string
  user: Output<'me'>
}

const key = 'baton.impersonation'

function stored(): Impersonation | null {
  const text = sessionStorage.getItem(key)
  const found = text === null ? null : (JSON.parse(text) as Impersonation)
  return found && Date.parse(found.ends_at) > Date.now() ? found : null
}

/** Read once: starting and ending both reload the page, so that no state in memory leaks from one user to the other. */
export const impersonation: Impersonation | null = stored()

export function enter(next: Impersonation): void {
  sessionStorage.setItem(key, JSON.stringify(next))
  location.assign('/')
}

export function leave(): void {
  sessionStorage.removeItem(key)
  if (impersonation) for (const name of ['answers', 'tasks', 'writes']) indexedDB.deleteDatabase(`baton-${name}-as-${impersonation.id}`)
  location.assign('/')
}

/** Both the administrator and the impersonated user can end it, so any response may be the first to say so. */
export async function leaveIfEnded(response: Response): Promise<Response> {
  if (response.status === 403 && (await response.clone().text()).includes('impersonation_ended')) leave()
  return response
}
