import { BatonError, createClient, type Output } from '@baton/client'
import { forgetEverything } from './device.ts'
import { impersonation, leaveIfEnded } from './impersonation.ts'
import { createStore } from './store.ts'

type Login = Omit<Output<'refresh'>, 'refresh_token' | 'device_token'>

/** Who is logged in: `unknown` until the cookie was tried, null when nobody is. The access token lives in memory alone. */
export const session = createStore<Login | null | 'unknown'>('unknown')

/** Our own pages ask for the refresh token as a cookie that no script can read. */
export const cookieFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('baton-session', 'cookie')
  if (!impersonation) return fetch(input, { ...init, headers })
  headers.set('baton-impersonation', impersonation.id)
  return fetch(input, { ...init, headers }).then(leaveIfEnded)
}

/** For what needs no login, and for logging in. */
export const anonymous = createClient({ url: location.origin, fetch: cookieFetch })

export const currentUser = (): Login['user'] | null => {
  const now = session.get()
  return now === 'unknown' || now === null ? null : (impersonation?.user ?? now.user)
}

export function keepLogin(login: Login): void {
  session.set(login)
}

const sign = 'baton.session'
// The cookie itself is hidden from scripts. This says only that there may be one.
session.subscribe(() => {
  const now = session.get()
  if (now !== 'unknown') localStorage.setItem(sign, now ? 'open' : 'ended')
})
const mayBeOpen = (): boolean => {
  const said = localStorage.getItem(sign)
  // Who logged in before this was noted has left their name.
  return said === null ? localStorage.getItem('baton.user') !== null : said === 'open'
}

let refreshing: Promise<Login | null> | undefined

/** Who is logged in, asked of the server only where somebody may be. */
export function findSession(): Promise<Login | null> {
  if (mayBeOpen()) return refresh()
  session.set(null)
  return Promise.resolve(null)
}

/** A new access token for the cookie. One tab at a time: they share the cookie. */
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

/** The access token, renewed half a minute before it ends. */
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
