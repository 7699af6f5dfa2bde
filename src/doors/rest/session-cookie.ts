import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import type { Config } from '../../platform/config.ts'
import { deviceCookie } from '../shared/device-cookie.ts'

const monthSeconds = 30 * 86_400

interface Tokens {
  refresh_token: string
  device_token?: string
}

/** Keeps a browser's refresh token in a cookie that no script can read, sent only to /api/auth and only by our own pages. */
export class SessionCookie {
  readonly #name: string
  readonly #attributes: string
  readonly #secure: boolean
  readonly #origins: ReadonlySet<string>

  constructor({ APP_URL, CORS_ORIGINS }: Config) {
    const { protocol, origin } = new URL(APP_URL)
    const secure = protocol === 'https:'
    this.#secure = secure
    this.#name = secure ? '__Secure-baton_refresh' : 'baton_refresh'
    this.#attributes = `; Path=/api/auth; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
    this.#origins = new Set([origin, ...CORS_ORIGINS])
  }

  /** The refresh token, if the request has one; a page of another origin may not use it. */
  read({ headers }: FastifyRequest): string | undefined {
    const value = headers.cookie
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${this.#name}=`))
      ?.slice(this.#name.length + 1)
    if (!value || !/^[\w-]{20,100}$/.test(value)) return undefined
    if (!headers.origin || !this.#origins.has(headers.origin)) {
      throw new Refusal('forbidden', 'Only our own pages may use this cookie. Add their origin to CORS_ORIGINS if they should.')
    }
    return value
  }

  /** Moves the refresh token of a response into the cookie, and the device token into another. */
  keep(reply: FastifyReply, { refresh_token, device_token, ...rest }: Tokens): object {
    reply.header('set-cookie', `${this.#name}=${refresh_token}${this.#attributes}; Max-Age=${monthSeconds}`)
    if (device_token) reply.header('set-cookie', deviceCookie(device_token, this.#secure))
    return rest
  }

  clear(reply: FastifyReply): void {
    reply.header('set-cookie', `${this.#name}=${this.#attributes}; Max-Age=0`)
  }
}

/** A page asks for the cookie with this header, which no other origin can send without a CORS preflight. */
export const wantsCookie = ({ headers }: FastifyRequest): boolean => headers['baton-session'] === 'cookie'

export const hasRefreshToken = (result: unknown): result is Tokens =>
  typeof (result as { refresh_token?: unknown } | null)?.refresh_token === 'string'
