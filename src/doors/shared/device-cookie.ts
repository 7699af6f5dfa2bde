import type { FastifyRequest } from 'fastify'
import { readCookie } from './oauth-cookie.ts'

const yearSeconds = 365 * 86_400
const name = 'baton_device'

/** Recognizes a browser that has logged in before; it grants nothing by itself. */
export const deviceCookie = (token: string, secure: boolean): string =>
  `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${yearSeconds}${secure ? '; Secure' : ''}`

/** The device token of an earlier login: a browser keeps it in a cookie, any other client sends it as Baton-Device. */
export function deviceTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const given = headers['baton-device'] ?? readCookie(headers.cookie, name)
  return typeof given === 'string' && /^[\w-]{20,200}$/.test(given) ? given : undefined
}
