import { BatonError, createClient, type Output } from '@baton/client'
import { forgetEverything } from './device.ts'
import { impersonation, leaveIfEnded } from './impersonation.ts'
import { createStore } from './store.ts'
import { reach } from './unreachable.ts'

type Login = Omit<Output<'refresh'>, 'refresh_token' | 'device_token'>

/** Who is logged in: `unknown` until the cookie has been tried, null if nobody is. The access token is kept only in memory. */
export const session = createStore<Login | null | 'unknown'>('unknown')

/** Asks the server to set the refresh token as a cookie that no script can read. */
export const cookieFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('baton-session', 'cookie')
  if (!impersonation) return reach(input, { ...init, headers })
  headers.set('baton-impersonation', impersonation.id)
  return reach(input, { ...init, headers }).then(leaveIfEnded)
}

/** For calls that need no login, and for logging in. */
export const anonymous = createClient({ url: location.origin, fetch: cookieFetch })

export const currentUser = (): Login['user'] | null => {
  const now = session.get()
  return now === 'unknown' || now === null ? null : (impersonation?.user ?? now.user)
}

export function keepLogin(login: Login): void {
  session.set(login)
}

const sign = 'baton.session'
// Scripts can't see the cookie; this only records that there may be one.
session.subscribe(() => {
  const now = session.get()
  if (now !== 'unknown') localStorage.setItem(sign, now ? 'open' : 'ended')
})
const mayBeOpen = (): boolean => {
  const said = localStorage.getItem(sign)
  // Logins from before this key existed have left `baton.user`.
  return said === null ? localStorage.getItem('baton.user') !== null : said === 'open'
}

let refreshing: Promise<Login | null> | undefined

/** Who is logged in; asks the server only if a session may exist. */
export function findSession(): Promise<Login | null> {
  if (mayBeOpen()) return refresh()
  session.set(null)
  return Promise.resolve(null)
}

/** Gets a new access token with the cookie. Under a lock, because all tabs share the cookie. */
export function refresh(): Promise<Login | null> {
  refreshing ??= navigator.locks
    .request('baton.refresh', async () => {
      try {
        const login = await anonymous.refresh({})
        session.set(login)
        return login
      } catch (error) {
        if (!(error instanceof BatonError) || error.status >= 500 || error.status === 429) throw error
        session.set(null)
        return null
      }
    })
    .finally(() => (refreshing = undefined))
  return refreshing
}

/** The access token, renewed half a minute before it expires. */
export async function accessToken(): Promise<string> {
  const now = session.get()
  if (now !== 'unknown' && now !== null && Date.parse(now.expires_at) - Date.now() > 30_000) return now.token
  return (await refresh())?.token ?? ''
}

export async function logOut(): Promise<void> {
  const token = await accessToken()
  await createClient({ url: location.origin, fetch: cookieFetch, token })
    .logout()
    .catch(() => {})
  await forgetEverything()
  session.set(null)
}
