import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const idBytes = 16
const serialBytes = 16
const bodyBytes = idBytes + serialBytes

/** Makes and recognizes the refresh tokens of login sessions: session id, serial and MAC, as one piece of text. */
export interface RefreshTokens {
  /** The first token of a session. */
  first(session: string): string
  /** The token that follows another: parallel refreshes of one token all get the same successor. */
  successor(session: string, token: string): string
  /** The session this token was made for, by us and at whatever time; null for anything else. */
  sessionOf(token: string): string | null
}

/** The first secret signs, all verify, so one can be rotated out. */
export function createRefreshTokens(secrets: readonly string[]): RefreshTokens {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'baton refresh tokens', 32)))
  const [signing] = keys
  if (!signing) throw new Error('SECRET_KEY is empty')
  const sign = (session: string, serial: Buffer): string => {
    const body = Buffer.concat([Buffer.from(session.replaceAll('-', ''), 'hex'), serial])
    return Buffer.concat([body, mac(signing, body)]).toString('base64url')
  }
  return {
    first: (session) => sign(session, randomBytes(serialBytes)),
    successor: (session, token) => sign(session, mac(signing, Buffer.from(`after ${token}`)).subarray(0, serialBytes)),
    sessionOf(token) {
      const bytes = Buffer.from(token, 'base64url')
      const body = bytes.subarray(0, bodyBytes)
      const given = bytes.subarray(bodyBytes)
      const genuine = keys.some((key) => {
        const expected = mac(key, body)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return genuine ? uuid(body.subarray(0, idBytes)) : null
    },
  }
}

const mac = (key: Buffer, text: Buffer): Buffer => createHmac('sha256', key).update(text).digest()

const uuid = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
