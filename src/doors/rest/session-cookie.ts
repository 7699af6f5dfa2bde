import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'
import type { Config } from '../../platform/config.ts'
import { deviceCookie } from '../shared/device-cookie.ts'

const monthSeconds = 30 * 86_400

interface Tokens {
  refresh_token: string
  device_token?: string
}

/** The browser's way to keep a refresh token: where no script can read it, sent to /api/auth alone and by our own pages alone. */
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

  /** The refresh token, if the request brings one; a page of another origin may not use it. */
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

  /** Moves the refresh token of an answer into the cookie, and what the device is known by into another. */
  keep(reply: FastifyReply, { refresh_token, device_token, ...rest }: Tokens): object {
    reply.header('set-cookie', `${this.#name}=${refresh_token}${this.#attributes}; Max-Age=${monthSeconds}`)
    if (device_token) reply.header('set-cookie', deviceCookie(device_token, this.#secure))
    return rest
  }

  clear(reply: FastifyReply): void {
    reply.header('set-cookie', `${this.#name}=${this.#attributes}; Max-Age=0`)
  }
}

/** A page that wants the cookie says so: no other origin can send this header unasked. */
export const wantsCookie = ({ headers }: FastifyRequest): boolean => headers['baton-session'] === 'cookie'

export const hasRefreshToken = (result: unknown): result is Tokens =>
  typeof (result as { refresh_token?: unknown } | null)?.refresh_token === 'string'
