import { digest } from '../../platform/secrets.ts'

export interface OauthCookie {
  name(state: string): string
  set(state: string, value: string): string
  clear(state: string): string
}

/** Binds a state to the browser it was issued to. Each flow has a cookie of its own, so that two tabs do not interfere. */
export function oauthCookie(appUrl: string): OauthCookie {
  const secure = appUrl.startsWith('https:')
  const attributes = `Path=/api/auth/oauth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const name = (state: string): string => `${secure ? '__Secure-' : ''}baton_oauth_${digest(state).toString('hex').slice(0, 16)}`
  return {
    name,
    set: (state, value) => `${name(state)}=${value}; Max-Age=600; ${attributes}`,
    clear: (state) => `${name(state)}=; Max-Age=0; ${attributes}`,
  }
}

export function readCookie(header: string | undefined, name: string): string {
  const parts = (header ?? '').split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}
